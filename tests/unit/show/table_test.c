/* Records as tables. */
#include "test.h"

#include "random.h"
#include "numbers.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const struct {
    double seconds;
    const char *text;
} times[] = {
    {0, "0.00 ns"},        {1e-12, "0.00 ns"},    {1.234e-9, "1.23 ns"}, {9.994e-9, "9.99 ns"},
    {9.996e-9, "10.0 ns"}, {99.94e-9, "99.9 ns"}, {99.96e-9, "100 ns"},  {999.4e-9, "999 ns"},
    {999.6e-9, "1.00 us"}, {1e-6, "1.00 us"},     {12.34e-6, "12.3 us"}, {999.6e-6, "1.00 ms"},
    {1.5e-3, "1.50 ms"},   {999.6e-3, "1.00 s"},  {1, "1.00 s"},         {59.96, "60.0 s"},
    {3600, "3600 s"},
};

static void times_have_three_digits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(times); i++) {
        char text[16];
        gs_time_format(times[i].seconds, text);
        assert_string_equal(text, times[i].text);
    }
}

static void any_time_fits(void **state)
{
    (void)state;
    for (size_t i = 0; i < 100000; i++) {
        char text[17] = "xxxxxxxxxxxxxxxx";
        double seconds;
        uint64_t bits = gs_random_bits(1, 0, i); /* all doubles: huge, tiny, negative, NaN */
        memcpy(&seconds, &bits, sizeof seconds);
        gs_time_format(seconds, text);
        assert_non_null(memchr(text, '\0', 16));
    }
}

/* ---- whole tables ---------------------------------------------------------------------------- */

static struct gs_record record_of(const char *variant, enum gs_record_place place, size_t n,
                                  unsigned block, double seconds)
{
    struct gs_record record = {.lesson = 999,
                               .n = n,
                               .block = block,
                               .bytes = n * 12,
                               .workload = "made_up",
                               .place = place,
                               .dtype = GS_F32,
                               .device = "x"};
    bool device = place == GS_PLACE_DEVICE;
    snprintf(record.variant, sizeof record.variant, "%s", variant);
    record.residency = device ? GS_RESIDENCY_DEVICE : GS_RESIDENCY_HOST;
    record.cache = device ? GS_CACHE_COLD : GS_CACHE_WARM;
    if (seconds > 0) {
        double *samples = malloc(sizeof *samples);
        assert_non_null(samples);
        *samples = seconds;
        record.time = (struct gs_distribution){.min_s = seconds,
                                               .q1_s = seconds,
                                               .median_s = seconds,
                                               .q3_s = seconds,
                                               .max_s = seconds,
                                               .samples = samples,
                                               .count = 1};
    }
    return record;
}

static void append(struct gs_results *results, struct gs_record record)
{
    struct gs_error error;
    assert_int_equal(gs_results_append(results, &record, &error), GS_OK);
}

/* The tables as text; free() it. Releases the results. */
static char *tables_of(struct gs_results *results)
{
    enum { ROOM = 1 << 20 };
    char *text = calloc(1, ROOM);
    assert_non_null(text);
    FILE *out = fmemopen(text, ROOM - 1, "w");
    assert_non_null(out);
    gs_table_print(results, out);
    assert_int_equal(fclose(out), 0);
    gs_results_release(results);
    return text;
}

/* What a variant does comes with the records; a file of an earlier version says nothing of it. */
static void words_of_the_lesson_come_with_the_records(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, record_of("serial", GS_PLACE_CPU, 1000, 0, 1e-6));
    append(&results, record_of("unknown", GS_PLACE_CPU, 1000, 0, 1e-6));
    results.context = json_pack("{s:{s:[{s:s, s:s, s:[{s:s, s:s}]}]}}", "gridstride", "workloads",
                                "name", "made_up", "formula", "c = a + b", "variants", "name",
                                "serial", "about", "one plain loop");
    assert_non_null(results.context);
    char *text = tables_of(&results);
    assert_contains(text, "\nmade_up: c = a + b\n  serial           one plain loop\n\n");
    free(text);
    append(&results, record_of("serial", GS_PLACE_CPU, 1000, 0, 1e-6));
    text = tables_of(&results);
    assert_null(strstr(text, "made_up: "));
    free(text);
}

static void every_verdict_is_shown(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("serial", GS_PLACE_CPU, 1000, 0, 2e-6);
    append(&results, record);
    record = record_of("broken", GS_PLACE_DEVICE, 1000, 256, 0);
    record.verdict = GS_WRONG_ANSWER;
    snprintf(record.detail, sizeof record.detail, "999 of 1000 wrong");
    append(&results, record);
    record = record_of("refused", GS_PLACE_DEVICE, 1000, 2048, 0);
    record.verdict = GS_LAUNCH_FAILED;
    snprintf(record.detail, sizeof record.detail, "invalid argument");
    append(&results, record);
    record = record_of("big", GS_PLACE_DEVICE, 1 << 30, 256, 0);
    record.verdict = GS_SKIPPED;
    snprintf(record.detail, sizeof record.detail, "needs 12 GiB");
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "2.00 us");
    assert_contains(text, "WRONG");
    assert_contains(text, "verdicts: 1 of 4 right, 1 wrong, 1 launch_failed, 1 skipped\n");
    assert_contains(text, "1 wrong: broken f32 n=1000 block 256: 999 of 1000 wrong");
    assert_contains(text, "1 launch_failed: refused f32 n=1000 block 2048: invalid argument (a "
                          "block holds at most 1024 threads)");
    assert_contains(text, "1 skipped: big f32 n=1Gi block 256: needs 12 GiB");
    free(text);
}

/* The same trouble at many points is one line. */
static void equal_troubles_are_one_line(void **state)
{
    (void)state;
    struct gs_results results = {0};
    for (size_t n = 1; n <= 5; n++) {
        struct gs_record record = record_of("broken", GS_PLACE_DEVICE, n, 32, 0);
        record.verdict = GS_WRONG_ANSWER;
        snprintf(record.detail, sizeof record.detail, "the same");
        append(&results, record);
    }
    char *text = tables_of(&results);
    assert_contains(text, "5 wrong: broken f32 n=1 block 32 and others: the same\n");
    assert_null(strstr(strstr(text, "the same") + 1, "the same"));
    free(text);
}

/* A kernel that was simulated is right and has no time, whatever stands in its record. */
static void simulated_kernels_have_no_time(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("kernel", GS_PLACE_DEVICE, 1000, 256, 0);
    record.simulated = true;
    record.cache = GS_CACHE_ANY;
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "right");
    assert_contains(text, "on the simulator, which has no device times");
    assert_null(strstr(text, " us"));
    assert_null(strstr(text, " ns"));
    free(text);
}

static void odd_rates_are_explained(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("cached", GS_PLACE_CPU, 1000, 0, 1e-6);
    record.peak_bytes_per_s = 6e9;
    append(&results, record);
    record = record_of("short", GS_PLACE_DEVICE, 1000, 256, 1e-6);
    record.peak_bytes_per_s = 1e12;
    record.notes = GS_BIT(GS_NOTE_LAUNCH);
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "12.0 200%");
    assert_contains(text, "12.0   1%*");
    assert_contains(text, "over 100%");
    assert_contains(text, "* under 3x the time of an empty kernel");
    free(text);
}

/* A time at a low clock is neither noisy nor mostly a launch. */
static void throttled_times_have_a_mark_of_their_own(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("kernel", GS_PLACE_DEVICE, 1000, 256, 1e-6);
    record.notes = GS_BIT(GS_NOTE_THROTTLED);
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "1.00 us^");
    assert_contains(text, "\n^ throttled: ");
    assert_null(strstr(text, "\n* "));
    free(text);
}

static struct gs_record bound_record(const char *variant, enum gs_record_place place,
                                     enum gs_limit limit, double limit_s)
{
    struct gs_record record =
        record_of(variant, place, 1000, place == GS_PLACE_CPU ? 0 : 256, 1e-6);
    record.peak_bytes_per_s = 1e15; /* of what does not bind */
    record.limit_s = limit_s;
    record.limit = limit;
    return record;
}

/* Names stand below each other, and those that are shown are explained. */
static void rows_say_what_binds_them(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, bound_record("threads", GS_PLACE_CPU, GS_BYTES, 0.5e-6));
    struct gs_record record = bound_record("kernel", GS_PLACE_DEVICE, GS_LAUNCHES, 0.9e-6);
    record.notes = GS_BIT(GS_NOTE_LAUNCH);
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "made_up at n = 1000: GB/s and % of the limit that binds\n");
    assert_contains(text, "12.0  50% bytes\n");
    assert_contains(text, "12.0  90%*launches\n");
    assert_contains(text, "\n  bytes       a copy");
    assert_contains(text, "\n  launches    an empty kernel");
    assert_null(strstr(text, "\n  copies "));
    assert_null(strstr(text, "\n  arithmetic "));
    assert_null(strstr(text, "over 100%"));
    free(text);
}

/* Where bytes are not counted, what binds is shown all the same. */
static void arithmetic_needs_no_bytes(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = bound_record("threads", GS_PLACE_CPU, GS_ARITHMETIC, 1.2e-6);
    record.bytes = 0;
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "made_up at n = 1000: % of the limit that binds\n");
    assert_contains(text, " 120% arithmetic\n");
    assert_null(strstr(text, "GB/s"));
    assert_contains(text, "over 100%");
    free(text);
}

/* Results from before there were limits are shown as they were. */
static void rows_without_a_limit_have_a_peak(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = bound_record("threads", GS_PLACE_CPU, GS_NO_LIMIT, 0);
    record.peak_bytes_per_s = 24e9;
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "made_up at n = 1000: GB/s and % of the measured peak\n");
    assert_contains(text, "12.0  50%\n");
    assert_null(strstr(text, "the limit that binds"));
    free(text);
}

/* Sizes ascend, whatever the order of the records. */
static void sizes_ascend(void **state)
{
    (void)state;
    struct gs_results results = {0};
    static const size_t sizes[] = {5000, 70, 600};
    for (size_t i = 0; i < COUNT(sizes); i++)
        append(&results, record_of("serial", GS_PLACE_CPU, sizes[i], 0, 1e-6 * (double)(i + 1)));
    char *text = tables_of(&results);
    const char *small = strstr(text, "\n          70"), *middle = strstr(text, "\n         600");
    const char *large = strstr(text, "\n        5000");
    assert_true(small != NULL && small < middle && middle < large);
    assert_contains(text, "n = 5000: GB/s");
    free(text);
}

/* A long sweep is shown whole. */
static void no_size_is_left_out(void **state)
{
    (void)state;
    struct gs_results results = {0};
    for (size_t n = 1; n <= 300; n++)
        append(&results, record_of("serial", GS_PLACE_CPU, n + 1000000, 0, 1e-6));
    char *text = tables_of(&results);
    for (size_t n = 1; n <= 300; n++) {
        char size[32], line[48];
        gs_size_format(n + 1000000, size);
        snprintf(line, sizeof line, "\n%12s", size);
        assert_contains(text, line);
    }
    free(text);
}

/* ---- launches that were given ---------------------------------------------------------------- */

static struct gs_record case_of(const char *variant, enum gs_dtype dtype, unsigned grid,
                                unsigned block, const char *values)
{
    struct gs_record record = record_of(variant, GS_PLACE_DEVICE, 2, block, 0);
    record.grid = grid;
    record.bytes = 0;
    record.dtype = dtype;
    snprintf(record.values, sizeof record.values, "%s", values);
    return record;
}

static struct gs_record race_of(enum gs_dtype dtype, double lost)
{
    struct gs_record record =
        case_of("racy", dtype, 1024, 1024, "[0 1] -> [56.5 57.5], should be [524288 524289]");
    record.verdict = GS_LOST_UPDATES;
    record.lost = lost;
    record.answers = 9;
    record.launches = 10;
    snprintf(record.detail, sizeof record.detail, "threads overwrote each other");
    return record;
}

static void a_race_is_a_line_to_read(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, case_of("racy", GS_F32, 1, 1, "[0 1] -> [0.5 1.5]"));
    append(&results, race_of(GS_F32, 0.99989));
    struct gs_record record = case_of("atomic", GS_F32, 1024, 1024, "[0 1] -> [524288 524289]");
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "\n2 cells, 1 x 1 thread\n  racy ");
    assert_contains(text, "\n2 cells, 1024 x 1024 threads\n  racy ");
    assert_contains(text,
                    "lost 99.989%    9 of 10  [0 1] -> [56.5 57.5], should be [524288 524289]\n");
    assert_contains(text, "[0 1] -> [524288 524289]\n");
    assert_null(strstr(text, "median time"));
    assert_contains(text, "verdicts: 2 of 3 right, 1 wrong on purpose (lost_updates 1)\n");
    assert_contains(text, "1 lost_updates: racy f32 n=2 1024 x 1024 threads: threads overwrote");
    free(text);
}

/* Of further dtypes only what differs is shown. */
static void alike_dtypes_are_one_line(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, race_of(GS_F32, 0.5));
    append(&results, race_of(GS_F64, 0.4));
    append(&results, case_of("racy", GS_I32, 1024, 1024, "[0 1] -> [1 2]"));
    append(&results, race_of(GS_I64, 0.3));
    char *text = tables_of(&results);
    assert_contains(text, "\nmade_up f64, i64: the same verdicts as f32\n");
    assert_contains(text, "made_up i32: launch by launch, blocks x threads a block; only what "
                          "differs from f32\n");
    assert_null(strstr(text, "lost 40%"));
    assert_contains(text, "3 lost_updates: racy f32 n=2");
    free(text);
}

/* Another dtype is shown where its kernel takes over 1.5 times as long, or as short. */
static void times_tell_dtypes_apart(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        bool shown;
    } others[] = {{1.4e-6, false}, {1.6e-6, true}, {0.7e-6, false}, {0.6e-6, true}};
    for (size_t i = 0; i < COUNT(others); i++) {
        struct gs_results results = {0};
        struct gs_record record = record_of("kernel", GS_PLACE_DEVICE, 2, 32, 1e-6);
        record.grid = 1;
        append(&results, record);
        record = record_of("kernel", GS_PLACE_DEVICE, 2, 32, others[i].seconds);
        record.grid = 1;
        record.dtype = GS_I32;
        append(&results, record);
        char *text = tables_of(&results);
        if (others[i].shown)
            assert_contains(text, "made_up i32: launch by launch");
        else
            assert_contains(text,
                            "\nmade_up i32: the same verdicts as f32, and device times within "
                            "a factor of 1.5\n");
        free(text);
    }
}

/* Without device times, a dtype that has the same verdicts is one line. */
static void dtypes_without_times_are_one_line(void **state)
{
    (void)state;
    static const enum gs_dtype dtypes[] = {GS_F32, GS_F64, GS_I32};
    struct gs_results results = {0};
    for (size_t d = 0; d < COUNT(dtypes); d++) {
        struct gs_record record = record_of("kernel", GS_PLACE_DEVICE, 1000, 256, 0);
        record.verdict = d == 2 ? GS_WRONG_ANSWER : GS_RIGHT;
        record.dtype = dtypes[d];
        append(&results, record);
    }
    char *text = tables_of(&results);
    assert_contains(text, "\nmade_up f64: the same verdicts as f32, and no device times\n");
    assert_contains(text, "\nmade_up i32: median time");
    free(text);
}

/* A mark is explained where a number that is printed has it. */
static void marks_that_do_not_show_are_not_explained(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("kernel", GS_PLACE_DEVICE, 500, 256, 1e-6);
    record.peak_bytes_per_s = 1e9; /* 6 times the peak, at a size whose rate is not shown */
    append(&results, record);
    append(&results, record_of("kernel", GS_PLACE_DEVICE, 1000, 256, 1e-6));
    record = record_of("kernel", GS_PLACE_DEVICE, 500, 256, 1e-6);
    record.cache = GS_CACHE_WARM; /* shown at the largest n only */
    record.notes = GS_BIT(GS_NOTE_LAUNCH) | GS_BIT(GS_NOTE_SPREAD);
    append(&results, record);
    char *text = tables_of(&results);
    assert_null(strstr(text, "over 100%"));
    assert_null(strstr(text, "~ noisy"));
    assert_null(strstr(text, "* under"));
    free(text);
}

/* A case that is larger or faster than the sweep must not get into its tables. */
static void cases_stay_out_of_the_sweep(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, record_of("kernel", GS_PLACE_DEVICE, 1000, 256, 3e-6));
    struct gs_record record = record_of("kernel", GS_PLACE_DEVICE, 1000, 256, 1e-6);
    record.grid = 4;
    append(&results, record);
    record = record_of("kernel", GS_PLACE_DEVICE, 1 << 20, 1024, 4e-6);
    record.grid = 1024;
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "kernels at 256 threads a block\n           n     kernel\n        1000");
    assert_contains(text, "        1000   3.00 us\n\n");
    assert_contains(text, "made_up at n = 1000: GB/s");
    assert_contains(text, "\n1Mi cells, 1024 x 1024 threads\n  kernel  right    4.00 us\n");
    free(text);
}

/* Two sizes of one launch are two cases: told one by one. */
static void two_sizes_make_no_sweep(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, race_of(GS_F32, 0.5));
    struct gs_record record = race_of(GS_F32, 0.25);
    record.n = 1 << 20;
    record.values[0] = '\0';
    append(&results, record);
    char *text = tables_of(&results);
    assert_null(strstr(text, "median time, launched as"));
    assert_contains(text, "\n2 cells, 1024 x 1024 threads\n  racy  lost 50%");
    assert_contains(text, "\n1Mi cells, 1024 x 1024 threads\n  racy  lost 25%");
    assert_contains(text, "Columns: the verdict; how many different answers a race gave in so many "
                          "launches; the cells before");
    free(text);
}

/* Where every launch was given, the one with three sizes or more makes the sweep. */
static void given_launches_make_a_sweep(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, case_of("racy", GS_F32, 1, 32, "[0 1] -> [16 17]"));
    for (size_t n = 2; n <= 2000; n += 999) {
        struct gs_record record = race_of(GS_F32, 0.5);
        record.n = n;
        if (n > 2)
            record.values[0] = '\0';
        append(&results, record);
    }
    char *text = tables_of(&results);
    assert_contains(text, "made_up f32: median time, launched as 1024 x 1024 threads\n");
    assert_contains(text, "\n        2000  lost 50%\n");
    assert_contains(text, "\n2 cells, 1024 x 1024 threads\n");
    assert_null(strstr(text, "\n2000 cells")); /* told in the sweep already */
    assert_null(strstr(text, "GB/s"));
    free(text);
}

/* Neither the one update that is kept nor the one that is lost is rounded away. */
static void shares_keep_what_is_left(void **state)
{
    (void)state;
    static const struct {
        double lost;
        const char *text;
    } shares[] = {{0.5, "lost 50% "},
                  {0.969, "lost 96.9% "},
                  {0.99, "lost 99% "},
                  {0.9999, "lost 99.99% "},
                  {1 - 0x1p-20, "lost 99.999905% "},
                  {1, "lost 100% "},
                  {0x1p-20, "lost 0.000095% "},
                  {0.123, "lost 12.3% "}};
    for (size_t i = 0; i < COUNT(shares); i++) {
        struct gs_results results = {0};
        append(&results, race_of(GS_F32, shares[i].lost));
        char *text = tables_of(&results);
        assert_contains(text, shares[i].text);
        free(text);
    }
}

/* A partial answer over many cells has its sentence, wrapped beneath itself. */
static void long_sentences_are_wrapped(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = case_of("short_grid", GS_F32, 1024, 512, "");
    record.verdict = GS_PARTIAL;
    record.n = 1 << 20;
    snprintf(record.detail, sizeof record.detail,
             "the first 524288 of 1048576 cells changed, as many as the launch has threads, and no "
             "thread had the index of any of the others");
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "  short_grid  partial  the first 524288 of 1048576 cells changed");
    assert_contains(text, "\n                       ");
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strstr(line, "1 partial: ") == NULL) /* a line of its own, to be searched for */
            assert_true(strlen(line) <= 110);
    }
    free(text);
}

/* ---- wide tables, copies, accuracy ----------------------------------------------------------- */

static void wide_tables_are_cut_by_kind(void **state)
{
    (void)state;
    struct gs_results results = {0};
    for (size_t i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "baseline_%zu", i);
        append(&results, record_of(name, GS_PLACE_CPU, 1000, 0, 1e-6));
    }
    for (size_t i = 0; i < 9; i++) {
        char name[32];
        snprintf(name, sizeof name, "a_kernel_%zu", i);
        append(&results, record_of(name, GS_PLACE_DEVICE, 1000, 256, 1e-6));
    }
    char *text = tables_of(&results);
    assert_contains(text, "           n  baseline_0  baseline_1  baseline_2\n        1000");
    assert_contains(text, "\n\n           n  a_kernel_0  a_kernel_1 ");
    assert_contains(text, "  a_kernel_7\n        1000");
    assert_contains(text, "\n\n           n  a_kernel_8\n        1000    1.00 us\n");
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 110);
    free(text);
}

static struct gs_record copying(const char *variant, enum gs_residency residency, double seconds)
{
    struct gs_record record = record_of(variant, GS_PLACE_DEVICE, 1000000, 256, seconds);
    record.residency = residency;
    record.cache = GS_CACHE_ANY;
    record.bytes = 12000000;
    record.copies = 3;
    record.copied_in_bytes = 8000000;
    record.copied_out_bytes = 400000;
    record.peak_bytes_per_s = 24e9;
    record.copy_in_s = 0.9 * seconds;
    record.kernel_s = 0.1 * seconds;
    record.copy_out_s = 0.85 * seconds;
    return record;
}

static void copies_are_told_by_name(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("plain", GS_PLACE_DEVICE, 1000000, 256, 1e-5);
    append(&results, record);
    append(&results, copying("plain", GS_RESIDENCY_PINNED, 2e-3));
    append(&results, copying("plain", GS_RESIDENCY_PAGEABLE, 4e-3));
    append(&results, copying("overlapped", GS_RESIDENCY_PINNED, 1e-3));
    append(&results, copying("round_trips", GS_RESIDENCY_PAGEABLE, 5e-3));
    char *text = tables_of(&results);
    /* The fastest of the kernels only; what copies for itself has columns of its own. */
    assert_contains(text,
                    "                                                 overlapped  round_trips\n"
                    "           n      plain  host pinned   pageable      pinned     pageable\n"
                    "     1000000   10.0 us      2.00 ms    4.00 ms     1.00 ms      5.00 ms\n");
    assert_contains(text,
                    "             memory        time  copies  MB in  MB out  copy in  kernel  "
                    "copy out  of limit\n");
    assert_contains(text, "plain        device    10.0 us        -      -       -\n");
    assert_contains(text,
                    "overlapped   pinned    1.00 ms        3   8.00   0.400      90%     10%  "
                    "     85%       50%\n");
    assert_contains(text, "round_trips  host_pageable");
    free(text);
}

/* Where all copy the same, only the fastest kernel is told of. */
static void plain_kernels_copy_alike(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, record_of("slow", GS_PLACE_DEVICE, 1000000, 256, 2e-5));
    append(&results, copying("slow", GS_RESIDENCY_PINNED, 2e-3));
    append(&results, copying("slow", GS_RESIDENCY_PAGEABLE, 4e-3));
    append(&results, record_of("fast", GS_PLACE_DEVICE, 1000000, 256, 1e-5));
    append(&results, copying("fast", GS_RESIDENCY_PINNED, 2e-3));
    append(&results, copying("fast", GS_RESIDENCY_PAGEABLE, 4e-3));
    char *text = tables_of(&results);
    const char *table = strstr(text, "copies over the bus");
    assert_non_null(table);
    assert_contains(table, "\nfast  pageable  4.00 ms        3   8.00   0.400");
    assert_contains(table, "\nfast  pinned    2.00 ms        3   8.00   0.400");
    assert_null(strstr(table, "\nslow"));
    assert_null(strstr(table, "fast  device"));
    free(text);
}

/* Copies of what is wrong or was not run are none, and without copies nothing is compared. */
static void copies_that_were_not_made_do_not_count(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, copying("right", GS_RESIDENCY_PINNED, 1e-3));
    struct gs_record record = copying("broken", GS_RESIDENCY_PINNED, 0);
    record.verdict = GS_WRONG_ANSWER;
    append(&results, record);
    record = copying("skipped", GS_RESIDENCY_PINNED, 0);
    record.verdict = GS_SKIPPED;
    record.copies = 0;
    append(&results, record);
    append(&results, record_of("resident", GS_PLACE_DEVICE, 1000000, 256, 0));
    char *text = tables_of(&results);
    const char *table = strstr(text, "copies over the bus");
    assert_non_null(table);
    assert_contains(table, "broken   pinned    WRONG        -      -       -\n");
    assert_contains(table, "skipped  pinned  skipped        -      -       -\n");
    assert_null(strstr(table, "resident  device"));
    free(text);
}

/* Copies that wait for those of another stream are busy longer than the whole run takes. */
static void waiting_streams_are_explained(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = copying("overlapped", GS_RESIDENCY_PINNED, 1e-3);
    record.copy_in_s = 1.4e-3;
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "    140% ");
    assert_contains(text, "(over 100%: streams wait for one another");
    free(text);
}

/* Where only the bus was counted, memory is not the point: there are no rates. */
static void the_bus_alone_makes_no_rates(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("kernel", GS_PLACE_DEVICE, 1000000, 256, 1e-5);
    record.bytes = 0;
    append(&results, record);
    append(&results, copying("kernel", GS_RESIDENCY_PINNED, 2e-3));
    char *text = tables_of(&results);
    assert_null(strstr(text, "GB/s and % of"));
    free(text);
}

/* A kernel that ran with one kind of memory only is there to be compared with the others. */
static void memories_are_compared_by_name(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, record_of("resident", GS_PLACE_DEVICE, 1000000, 256, 1e-5));
    append(&results, copying("resident", GS_RESIDENCY_PAGEABLE, 5e-3));
    append(&results, record_of("pinned", GS_PLACE_DEVICE, 1000000, 256, 1e-5));
    append(&results, copying("pinned", GS_RESIDENCY_PINNED, 2e-3));
    char *text = tables_of(&results);
    assert_contains(text, "                                     resident     pinned\n"
                          "           n   resident     pinned   pageable     pinned\n"
                          "     1000000   10.0 us    10.0 us    5.00 ms    2.00 ms\n");
    free(text);
}

static void accuracy_stands_beside_speed(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("careful", GS_PLACE_DEVICE, 1000, 256, 3e-6);
    record.max_ulp = 0.5;
    record.max_error = 5.9e-8;
    append(&results, record);
    record = record_of("hasty", GS_PLACE_DEVICE, 1000, 256, 1e-6);
    record.max_ulp = 83.4;
    record.max_error = 5.1e-6;
    append(&results, record);
    record = record_of("serial", GS_PLACE_CPU, 1000, 0, 0);
    record.verdict = GS_INACCURATE;
    record.max_ulp = 1.1e7;
    record.max_error = 0.75;
    snprintf(record.detail, sizeof record.detail, "the sum stopped growing");
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "made_up at n = 1000: largest error");
    assert_contains(text, "careful     0.50   5.9e-08     3.00 us\n");
    assert_contains(text, "hasty       83.4   5.1e-06     1.00 us\n");
    assert_contains(text, "serial   1.1e+07   7.5e-01  inaccurate\n");
    assert_contains(text, "1 inaccurate: serial f32 n=1000: the sum stopped growing\n");
    free(text);
}

/* Correctly rounded floats, and integers, need no table of errors. */
static void exact_answers_need_no_accuracy(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("exact", GS_PLACE_DEVICE, 1000, 256, 3e-6);
    record.max_ulp = 0.5;
    append(&results, record);
    char *text = tables_of(&results);
    assert_null(strstr(text, "ulp"));
    free(text);
}

/* 0 elements is a size like any other, and no word for all sizes. */
static void no_elements_are_a_size(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("kernel", GS_PLACE_DEVICE, 0, 256, 0);
    append(&results, record);
    append(&results, record_of("kernel", GS_PLACE_DEVICE, 1000, 256, 3e-6));
    char *text = tables_of(&results);
    assert_contains(text, "           0     right\n        1000   3.00 us\n");
    free(text);
}

static void no_records_make_no_table(void **state)
{
    (void)state;
    struct gs_results results = {0};
    char *text = tables_of(&results);
    assert_contains(text, "verdicts: 0 of 0 right");
    free(text);
}

/* Records in any combination, as a damaged or future file may hold them. */
static void any_records_make_a_table(void **state)
{
    (void)state;
    static const char *const words[] = {"",     "host",        "device", "cpu", "cold",
                                        "warm", "host_pinned", "f32",    "f64", "vecadd"};
    for (size_t round = 0; round < 300; round++) {
        struct gs_results results = {0};
        size_t count = gs_random_bits(3, 0, round) % 100;
        for (size_t i = 0; i < count; i++) {
            size_t at = round * 1000 + i * 8;
            struct gs_record record = record_of(words[gs_random_bits(4, 0, at) % COUNT(words)],
                                                GS_PLACE_DEVICE, gs_random_bits(4, 1, at) % 100,
                                                (unsigned)gs_random_bits(4, 2, at) % 40 * 32,
                                                gs_random_bits(4, 3, at) % 2 == 0 ? 1e-6 : 0);
            snprintf(record.workload, sizeof record.workload, "%s",
                     words[gs_random_bits(4, 4, at) % COUNT(words)]);
            record.place = (enum gs_record_place)(gs_random_bits(4, 5, at) % GS_PLACE_COUNT);
            record.dtype = (enum gs_dtype)(gs_random_bits(4, 6, at) % GS_DTYPE_COUNT);
            record.residency = (enum gs_residency)(gs_random_bits(4, 7, at) % GS_RESIDENCY_COUNT);
            record.cache = (enum gs_cache)(gs_random_bits(6, 0, at) % GS_CACHE_COUNT);
            record.limit = (enum gs_limit)(gs_random_bits(6, 1, at) % GS_LIMIT_COUNT);
            record.limit_s = record.limit == GS_NO_LIMIT ? 0 : 1e-7;
            record.notes = (unsigned)gs_random_bits(6, 2, at) % GS_BIT(GS_NOTE_COUNT);
            record.verdict = (enum gs_verdict)(gs_random_bits(5, 0, at) % GS_VERDICT_COUNT);
            record.grid = (unsigned)gs_random_bits(5, 1, at) % 3;
            record.copies = (unsigned)gs_random_bits(5, 2, at) % 3;
            record.launches = (unsigned)gs_random_bits(5, 3, at) % 3;
            record.lost = (double)(gs_random_bits(5, 4, at) % 1001) * 1e-3;
            record.max_ulp = (double)(gs_random_bits(5, 5, at) % 5);
            record.bytes *= gs_random_bits(5, 6, at) % 2;
            append(&results, record);
        }
        char *text = tables_of(&results);
        assert_contains(text, "verdicts: ");
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_have_three_digits),
        cmocka_unit_test(any_time_fits),
        cmocka_unit_test(words_of_the_lesson_come_with_the_records),
        cmocka_unit_test(every_verdict_is_shown),
        cmocka_unit_test(equal_troubles_are_one_line),
        cmocka_unit_test(simulated_kernels_have_no_time),
        cmocka_unit_test(odd_rates_are_explained),
        cmocka_unit_test(throttled_times_have_a_mark_of_their_own),
        cmocka_unit_test(rows_say_what_binds_them),
        cmocka_unit_test(arithmetic_needs_no_bytes),
        cmocka_unit_test(rows_without_a_limit_have_a_peak),
        cmocka_unit_test(sizes_ascend),
        cmocka_unit_test(no_size_is_left_out),
        cmocka_unit_test(a_race_is_a_line_to_read),
        cmocka_unit_test(alike_dtypes_are_one_line),
        cmocka_unit_test(times_tell_dtypes_apart),
        cmocka_unit_test(dtypes_without_times_are_one_line),
        cmocka_unit_test(marks_that_do_not_show_are_not_explained),
        cmocka_unit_test(cases_stay_out_of_the_sweep),
        cmocka_unit_test(two_sizes_make_no_sweep),
        cmocka_unit_test(given_launches_make_a_sweep),
        cmocka_unit_test(shares_keep_what_is_left),
        cmocka_unit_test(long_sentences_are_wrapped),
        cmocka_unit_test(wide_tables_are_cut_by_kind),
        cmocka_unit_test(copies_are_told_by_name),
        cmocka_unit_test(plain_kernels_copy_alike),
        cmocka_unit_test(copies_that_were_not_made_do_not_count),
        cmocka_unit_test(waiting_streams_are_explained),
        cmocka_unit_test(the_bus_alone_makes_no_rates),
        cmocka_unit_test(memories_are_compared_by_name),
        cmocka_unit_test(accuracy_stands_beside_speed),
        cmocka_unit_test(exact_answers_need_no_accuracy),
        cmocka_unit_test(no_elements_are_a_size),
        cmocka_unit_test(no_records_make_no_table),
        cmocka_unit_test(any_records_make_a_table),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
