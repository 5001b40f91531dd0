/* The page of all results: what stands on it, and what may not. */
#include "test.h"
#include "test_folder.h"

#include "files.h"
#include "html.h"
#include "report.h"
#include "report_parts.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], path[128];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/gs_report_XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return gs_test_remove_folder(folder);
}

/* A path in the test's folder, until the next call. */
static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* ---- results --------------------------------------------------------------------------------- */

static struct gs_results new_results(bool simulated)
{
    struct gs_results results = {
        .context =
            json_pack("{s:s, s:{s:i, s:s, s:i, s:{s:s, s:b}, s:{s:f}}}", "date",
                      "2026-01-02T03:04:05", "gridstride", "lesson", 3, "cpu", "A CPU",
                      "cpu_threads", 4, "device", "name", simulated ? "a simulator" : "A GPU",
                      "simulated", simulated, "limits", "cpu_copy_gb_per_s", 12.5)};
    assert_non_null(results.context);
    return results;
}

static void set_time(struct gs_record *record, double seconds)
{
    record->time.samples = malloc(sizeof(double));
    assert_non_null(record->time.samples);
    record->time.samples[0] = seconds;
    record->time.count = 1;
    record->time.median_s = record->time.q1_s = record->time.q3_s = seconds;
}

/* A record of vecadd in f32; 0 seconds: it has no time. */
static struct gs_record record_of(const char *variant, enum gs_record_place place, size_t n,
                                  double seconds)
{
    bool cpu = place == GS_PLACE_CPU;
    struct gs_record record = {.lesson = 3,
                               .workload = "vecadd",
                               .place = place,
                               .dtype = GS_F32,
                               .residency = cpu ? GS_RESIDENCY_HOST : GS_RESIDENCY_DEVICE,
                               .cache = cpu           ? GS_CACHE_WARM
                                        : seconds > 0 ? GS_CACHE_COLD
                                                      : GS_CACHE_ANY,
                               .n = n,
                               .bytes = 12 * n,
                               .block = cpu ? 0 : 256,
                               .threads = cpu ? 4 : 0,
                               .device = "something"};
    snprintf(record.variant, sizeof record.variant, "%s", variant);
    if (seconds > 0)
        set_time(&record, seconds);
    return record;
}

static void append(struct gs_results *results, struct gs_record record)
{
    struct gs_error error;
    assert_int_equal(gs_results_append(results, &record, &error), GS_OK);
}

/* Writes them as FOLDER/MACHINE/NAME.json, and releases them. */
static void save(struct gs_results *results, const char *machine, const char *name)
{
    struct gs_error error = {{0}};
    char where[256];
    snprintf(where, sizeof where, "%s/%s", folder, machine);
    assert_int_equal(gs_folder_make(where, &error), GS_OK);
    if (gs_results_save(results, where, name, &error) != GS_OK)
        fail_msg("%s", error.text);
    gs_results_release(results);
}

/* ---- the page -------------------------------------------------------------------------------- */

static char *read_text(const char *name)
{
    FILE *in = fopen(name, "r");
    static char text[1 << 20];
    assert_non_null(in);
    size_t size = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[size] = '\0';
    return text;
}

/* The page of one or two of the folder's files; until the next call. */
static const char *page_of(const char *first, const char *second)
{
    char paths[2][256];
    const char *files[] = {paths[0], paths[1]};
    struct gs_error error = {{0}};
    snprintf(paths[0], sizeof paths[0], "%s/%s", folder, first);
    snprintf(paths[1], sizeof paths[1], "%s/%s", folder, second != NULL ? second : "");
    /* No plots: drawing is not what is tested here. */
    for (size_t i = 0; i < 2; i++) {
        char csv[256];
        snprintf(csv, sizeof csv, "%.*s.csv", (int)(strlen(paths[i]) - 5), paths[i]);
        unlink(csv);
    }
    if (gs_report_make(folder, files, second != NULL ? 2 : 1, NULL, &error) != GS_OK)
        fail_msg("%s", error.text);
    assert_int_not_equal(access(in_folder("report.html.new"), F_OK), 0);
    return read_text(in_folder("report.html"));
}

static void assert_absent(const char *text, const char *part)
{
    const char *found = strstr(text, part);
    if (found != NULL)
        fail_msg("\"%s\" stands in the page: ...%.80s", part, found);
}

static void test_text_is_escaped(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    gs_html_text(out, "a<b>&\"c'\x01 \xc2\xb5");
    gs_html_element(out, "td class=\"n\"", "<i>");
    fclose(out);
    assert_string_equal(text, "a&#60;b&#62;&#38;&#34;c&#39;&#xfffd; \xc2\xb5"
                              "<td class=\"n\">&#60;i&#62;</td>");
    free(text);
}

/* Every text of a file that is not a plain name by the reader's own rules. */
/* Names of variants with such characters are refused before; see record_test.c. */
static void test_hostile_results_do_not_inject(void **state)
{
    (void)state;
    static const char bad[] = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>";
    struct gs_results results = new_results(false);
    json_t *ours = json_object_get(results.context, "gridstride");
    json_t *device = json_object_get(ours, "device");
    json_object_set_new(results.context, "date", json_string("\"><b>"));
    json_object_set_new(ours, "cpu", json_string(bad));
    json_object_set_new(ours, "compiler", json_string(bad));
    json_object_set_new(device, "name", json_string(bad));
    json_object_set_new(device, "driver", json_string(bad));
    json_object_set_new(device, "kernel_compiler", json_string(bad));
    struct gs_record record = record_of("hostile", GS_PLACE_DEVICE, 1000, 1e-3);
    snprintf(record.values, sizeof record.values, "%s", bad);
    record.limit_s = 1e-4;
    append(&results, record);
    struct gs_record wrong = record_of("racy", GS_PLACE_DEVICE, 1000, 0);
    wrong.verdict = GS_WRONG_ANSWER;
    snprintf(wrong.detail, sizeof wrong.detail, "%s", bad);
    append(&results, wrong);
    struct gs_results peers = new_results(false);
    append(&peers, record_of("ours", GS_PLACE_DEVICE, 1000, 1e-3));
    append(&peers, record_of("peer", GS_PLACE_PEER, 1000, 1e-3));
    save(&results, "m", "lesson3");
    save(&peers, "m", "peers3");
    const char *page = page_of("m/lesson3.json", "m/peers3.json");
    assert_absent(page, "<script>alert");
    assert_absent(page, "<img");
    assert_absent(page, "<i>");
    assert_absent(page, "<u>");
    assert_absent(page, "\"><b>");
    assert_contains(page, "&#62;&#60;script&#62;alert(1)");
    assert_contains(page, "peer / ours");
}

static void test_cells_sort_by_their_values(void **state)
{
    (void)state;
    struct gs_results results = new_results(false);
    append(&results, record_of("serial", GS_PLACE_CPU, ((size_t)1 << 24) + 11, 2e-3));
    append(&results, record_of("vector4", GS_PLACE_DEVICE, ((size_t)1 << 24) + 11, 12.5e-6));
    save(&results, "m", "lesson3");
    const char *page = page_of("m/lesson3.json", NULL);
    assert_contains(page, "data-v=\"16777227\" title=\"16777227\">16Mi+11</td>");
    assert_contains(page, "data-v=\"1.25e-05\"");
    assert_contains(page, ">12.5 \xc2\xb5s</td>");
    assert_contains(page, "data-v=\"0.002\"");
    assert_contains(page, "data-v=\"160\">160&#215;</td>"); /* against the best on the CPU */
    assert_contains(page, "<th scope=\"col\" class=\"n key\">median</th>");
    assert_contains(page, "<span class=\"badge loc\">local</span>");
}

static void test_the_simulator_has_no_device_times(void **state)
{
    (void)state;
    struct gs_results results = new_results(true);
    struct gs_record kernel = record_of("vector4", GS_PLACE_DEVICE, 4096, 0);
    kernel.simulated = true;
    append(&results, record_of("serial", GS_PLACE_CPU, 4096, 1e-6));
    append(&results, kernel);
    save(&results, "m", "lesson3");
    const char *page = page_of("m/lesson3.json", NULL);
    const char *row = strstr(page, "<tr><th scope=\"row\">vector4</th><td class=\"n s\"");
    assert_non_null(row);
    char *end = strstr(row, "</tr>");
    assert_non_null(end);
    *end = '\0';
    assert_contains(row, "not timed");
    assert_contains(row, "right");
    assert_absent(row, " ns<");
    assert_absent(row, " s<");
    *end = '<';
    assert_contains(page, "A CPU and the simulator");
    assert_contains(page, "They are verified, and have no times.");
}

static void test_what_is_not_right_says_so_and_has_no_time(void **state)
{
    (void)state;
    struct gs_results results = new_results(false);
    struct gs_record wrong = record_of("one_per_thread", GS_PLACE_DEVICE, 4096, 0);
    wrong.verdict = GS_WRONG_ANSWER;
    snprintf(wrong.detail, sizeof wrong.detail, "element 7 is 1, should be 2");
    append(&results, wrong);
    struct gs_record failed = record_of("vector4", GS_PLACE_DEVICE, 4096, 0);
    failed.verdict = GS_LAUNCH_FAILED;
    append(&results, failed);
    save(&results, "m", "lesson3");
    const char *page = page_of("m/lesson3.json", NULL);
    assert_contains(page, "title=\"element 7 is 1, should be 2\">WRONG</td>");
    assert_contains(page,
                    "<td class=\"v f\">wrong <small>element 7 is 1, should be 2</small></td>");
    assert_contains(page, "<td class=\"v f\">launch failed</td><td></td></tr>");
}

static void test_recorded_results_are_labelled(void **state)
{
    (void)state;
    struct gs_results here = new_results(true), there = new_results(false);
    append(&here, record_of("serial", GS_PLACE_CPU, 4096, 1e-6));
    append(&there, record_of("serial", GS_PLACE_CPU, 4096, 2e-6));
    save(&here, "m", "lesson3");
    save(&there, "recorded/gpu", "lesson3");
    const char *page = page_of("recorded/gpu/lesson3.json", "m/lesson3.json");
    const char *local = strstr(page, "id=\"lesson3-vecadd-0\"");
    const char *recorded = strstr(page, "id=\"lesson3-vecadd-1\"");
    assert_true(local != NULL && recorded != NULL && local < recorded);
    assert_contains(local, "<span class=\"badge loc\">local</span> A CPU and the simulator");
    assert_contains(recorded, "<span class=\"badge rec\">recorded 2026-01-02</span> A GPU");
    assert_contains(recorded, "A GPU, recorded 2026-01-02</span></caption>");
}

static void test_peers_stand_beside_ours(void **state)
{
    (void)state;
    struct gs_results results = new_results(false);
    append(&results, record_of("one_per_thread", GS_PLACE_DEVICE, 4096, 5e-6));
    append(&results, record_of("vector4", GS_PLACE_DEVICE, 4096, 4e-6));
    append(&results, record_of("cupy", GS_PLACE_PEER, 4096, 6e-6));
    struct gs_record wrong = record_of("thrust", GS_PLACE_PEER, 4096, 0);
    wrong.verdict = GS_WRONG_ANSWER;
    wrong.cache = GS_CACHE_COLD;
    append(&results, wrong);
    save(&results, "m", "peers3");
    const char *page = page_of("m/peers3.json", NULL);
    assert_contains(page, "<th scope=\"col\" class=\"n\">cupy / ours</th>");
    assert_contains(page, "<td>vector4</td>");
    assert_contains(page, "data-v=\"1.5\">1.50&#215;</td>");
    assert_contains(page, ">WRONG</td><td></td>");
}

/* Also where every launch was given: the page and the terminal select the same rows. */
static void test_peers_of_given_launches_stand_in_the_terminal_too(void **state)
{
    (void)state;
    struct gs_results results = new_results(false);
    struct gs_record both[] = {record_of("vector4", GS_PLACE_DEVICE, 2, 4e-6),
                               record_of("cupy", GS_PLACE_PEER, 2, 6e-6)};
    char *text = NULL;
    size_t size = 0;
    for (size_t i = 0; i < 2; i++) {
        both[i].grid = 8;
        append(&results, both[i]);
    }
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    gs_table_print(&results, out);
    fclose(out);
    assert_contains(text, "vecadd f32 beside other libraries, on the device, cold: median time\n");
    assert_contains(text, "           2  vector4   4.00 us    6.00 us        1.50\n");
    free(text);
    save(&results, "m", "peers3");
    assert_contains(page_of("m/peers3.json", NULL), "data-v=\"1.5\">1.50&#215;</td>");
}

/* Another's time over ours, with quartiles so far from the median: green, red, or neither. */
static void test_only_what_is_beyond_noise_has_a_colour(void **state)
{
    (void)state;
    static const struct {
        double peer_s, spread;
        const char *cell;
    } cases[] = {
        {1.50e-3, 0.01, "<td class=\"n p\" data-v=\"1.5\">1.50&#215;</td>"},
        {0.50e-3, 0.01, "<td class=\"n f\" data-v=\"0.5\">0.50&#215;</td>"},
        {1.04e-3, 0.01, "<td class=\"n\" data-v=\"1.04\">1.04&#215;</td>"},
        {0.96e-3, 0.01, "<td class=\"n\" data-v=\"0.96\">0.96&#215;</td>"},
        {1.50e-3, 0.30, "<td class=\"n\" data-v=\"1.5\">1.50&#215;</td>"},
        {0.50e-3, 0.50, "<td class=\"n\" data-v=\"0.5\">0.50&#215;</td>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gs_results results = new_results(false);
        struct gs_record both[] = {record_of("ours", GS_PLACE_DEVICE, 4096, 1e-3),
                                   record_of("peer", GS_PLACE_PEER, 4096, cases[i].peer_s)};
        for (size_t r = 0; r < 2; r++) {
            both[r].time.q1_s = both[r].time.median_s * (1 - cases[i].spread);
            both[r].time.q3_s = both[r].time.median_s * (1 + cases[i].spread);
            append(&results, both[r]);
        }
        save(&results, "m", "peers3");
        assert_contains(page_of("m/peers3.json", NULL), cases[i].cell);
    }
}

/* ---- bad input ------------------------------------------------------------------------------- */

static void test_bad_input_leaves_the_page_alone(void **state)
{
    (void)state;
    char missing[256], damaged[256], error_of_both[2][sizeof((struct gs_error *)NULL)->text];
    const char *files[] = {missing, damaged};
    FILE *out = fopen(in_folder("report.html"), "w");
    assert_non_null(out);
    fputs("the old one", out);
    fclose(out);
    snprintf(missing, sizeof missing, "%s/m/lesson3.json", folder);
    snprintf(damaged, sizeof damaged, "%s/lesson3.json", folder);
    out = fopen(damaged, "w");
    assert_non_null(out);
    fputs("{\"context\": 1}", out);
    fclose(out);
    for (size_t i = 0; i < 2; i++) {
        struct gs_error error = {{0}};
        assert_int_equal(gs_report_make(folder, &files[i], 1, NULL, &error), GS_USAGE);
        snprintf(error_of_both[i], sizeof error_of_both[i], "%s", error.text);
        assert_one_line(error_of_both[i]);
        assert_contains(error_of_both[i], files[i]);
    }
    assert_string_equal(read_text(in_folder("report.html")), "the old one");
    assert_int_not_equal(access(in_folder("report.html.new"), F_OK), 0);
}

static void test_a_page_that_cannot_be_written(void **state)
{
    (void)state;
    struct gs_results results = new_results(true);
    append(&results, record_of("serial", GS_PLACE_CPU, 4096, 1e-6));
    save(&results, "m", "lesson3");
    unlink(in_folder("m/lesson3.csv"));
    char file[256];
    const char *files[] = {file};
    struct gs_error error = {{0}};
    snprintf(file, sizeof file, "%s/m/lesson3.json", folder);
    assert_int_equal(mkdir(in_folder("report.html"), 0777), 0);
    assert_int_equal(gs_report_make(folder, files, 1, NULL, &error), GS_USAGE);
    assert_one_line(error.text);
    assert_contains(error.text, "report.html");
    assert_int_not_equal(access(in_folder("report.html.new"), F_OK), 0);
}

/* ---- plots ----------------------------------------------------------------------------------- */

/* A plot is a picture by itself: whatever stands in its file, it ends where the attribute does. */
static void test_a_plot_keeps_to_itself(void **state)
{
    (void)state;
    struct gs_results results = new_results(false);
    append(&results, record_of("serial", GS_PLACE_CPU, 4096, 1e-6));
    save(&results, "m", "lesson3");
    FILE *file = fopen(in_folder("m/lesson3_vecadd_time_f32.svg"), "w");
    assert_non_null(file);
    fputs("<svg fill='#f'>\n&amp;</svg>\"><script>alert(1)</script>100%", file);
    fclose(file);
    const char *page = page_of("m/lesson3.json", NULL);
    assert_contains(page, "<img alt=\"Median time over n: vecadd f32, A GPU\" "
                          "src=\"data:image/svg+xml;charset=utf-8,<svg fill='%23f'> %26amp;"
                          "</svg>%22><script>alert(1)</script>100%25\">");
    assert_contains(page, "img-src data:;");
    assert_absent(page, "No plots");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_escaped),
        cmocka_unit_test_setup_teardown(test_hostile_results_do_not_inject, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_cells_sort_by_their_values, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_the_simulator_has_no_device_times, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_what_is_not_right_says_so_and_has_no_time, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_recorded_results_are_labelled, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_peers_stand_beside_ours, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_peers_of_given_launches_stand_in_the_terminal_too,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_only_what_is_beyond_noise_has_a_colour, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_bad_input_leaves_the_page_alone, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_page_that_cannot_be_written, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_plot_keeps_to_itself, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
