/* Records as tables. */
#include "test.h"

#include "random.h"
#include "sizes.h"
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

static struct gs_record record_of(const char *variant, const char *place, size_t n, unsigned block,
                                  double seconds)
{
    struct gs_record record = {.lesson = 999,
                               .n = n,
                               .block = block,
                               .bytes = n * 12,
                               .workload = "made_up",
                               .dtype = "f32",
                               .device = "x"};
    bool device = strcmp(place, "device") == 0;
    snprintf(record.variant, sizeof record.variant, "%s", variant);
    snprintf(record.place, sizeof record.place, "%s", place);
    snprintf(record.residency, sizeof record.residency, "%s", device ? "device" : "host");
    snprintf(record.cache, sizeof record.cache, "%s", device ? "cold" : "warm");
    if (seconds > 0) {
        double *samples = malloc(sizeof *samples);
        assert_non_null(samples);
        *samples = seconds;
        record.time =
            (struct gs_distribution){seconds, seconds, seconds, seconds, seconds, samples, 1, 0};
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

static void every_verdict_is_shown(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record record = record_of("serial", "cpu", 1000, 0, 2e-6);
    append(&results, record);
    record = record_of("broken", "device", 1000, 256, 0);
    record.verdict = GS_WRONG_ANSWER;
    snprintf(record.detail, sizeof record.detail, "999 of 1000 wrong");
    append(&results, record);
    record = record_of("refused", "device", 1000, 2048, 0);
    record.verdict = GS_LAUNCH_FAILED;
    snprintf(record.detail, sizeof record.detail, "invalid argument");
    append(&results, record);
    record = record_of("big", "device", 1 << 30, 256, 0);
    record.verdict = GS_SKIPPED;
    snprintf(record.detail, sizeof record.detail, "needs 12 GiB");
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "2.00 us");
    assert_contains(text, "WRONG");
    assert_contains(text, "verdicts: 1 of 4 right");
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
        struct gs_record record = record_of("broken", "device", n, 32, 0);
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
    struct gs_record record = record_of("kernel", "device", 1000, 256, 0);
    record.simulated = true;
    record.cache[0] = '\0';
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
    struct gs_record record = record_of("cached", "cpu", 1000, 0, 1e-6);
    record.peak_bytes_per_s = 6e9;
    append(&results, record);
    record = record_of("short", "device", 1000, 256, 1e-6);
    record.peak_bytes_per_s = 1e12;
    snprintf(record.note, sizeof record.note, "under 3x the launch floor");
    append(&results, record);
    char *text = tables_of(&results);
    assert_contains(text, "12.0 200%");
    assert_contains(text, "12.0   1%*");
    assert_contains(text, "over 100%");
    assert_contains(text, "* under 3x the time of an empty kernel");
    free(text);
}

/* Sizes ascend, whatever the order of the records. */
static void sizes_ascend(void **state)
{
    (void)state;
    struct gs_results results = {0};
    static const size_t sizes[] = {5000, 70, 600};
    for (size_t i = 0; i < COUNT(sizes); i++)
        append(&results, record_of("serial", "cpu", sizes[i], 0, 1e-6 * (double)(i + 1)));
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
        append(&results, record_of("serial", "cpu", n + 1000000, 0, 1e-6));
    char *text = tables_of(&results);
    for (size_t n = 1; n <= 300; n++) {
        char size[32], line[48];
        gs_size_format(n + 1000000, size);
        snprintf(line, sizeof line, "\n%12s", size);
        assert_contains(text, line);
    }
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
                                                "device", gs_random_bits(4, 1, at) % 100,
                                                (unsigned)gs_random_bits(4, 2, at) % 40 * 32,
                                                gs_random_bits(4, 3, at) % 2 == 0 ? 1e-6 : 0);
            snprintf(record.workload, sizeof record.workload, "%s",
                     words[gs_random_bits(4, 4, at) % COUNT(words)]);
            snprintf(record.place, sizeof record.place, "%.7s",
                     words[gs_random_bits(4, 5, at) % COUNT(words)]);
            snprintf(record.dtype, sizeof record.dtype, "%.7s",
                     words[gs_random_bits(4, 6, at) % COUNT(words)]);
            snprintf(record.residency, sizeof record.residency, "%s",
                     words[gs_random_bits(4, 7, at) % COUNT(words)]);
            record.verdict = (enum gs_verdict)(gs_random_bits(5, 0, at) % GS_VERDICT_COUNT);
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
        cmocka_unit_test(every_verdict_is_shown),
        cmocka_unit_test(equal_troubles_are_one_line),
        cmocka_unit_test(simulated_kernels_have_no_time),
        cmocka_unit_test(odd_rates_are_explained),
        cmocka_unit_test(sizes_ascend),
        cmocka_unit_test(no_size_is_left_out),
        cmocka_unit_test(no_records_make_no_table),
        cmocka_unit_test(any_records_make_a_table),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
