/* From which n on the device is ahead of the CPU. */
#include "test.h"

#include "breakeven.h"
#include "random.h"
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Uniform in [0, 1). */
static double random_unit(uint64_t seed, unsigned array, size_t index)
{
    return 0.5 + 0.5 * gs_random_f64(seed, array, index);
}

/* A record of one time; 0: right, and not timed. */
static struct gs_record record_of(const char *variant, enum gs_residency residency, size_t n,
                                  double seconds)
{
    bool device = residency != GS_RESIDENCY_HOST;
    struct gs_record record = {.lesson = 999,
                               .n = n,
                               .workload = "made_up",
                               .place = device ? GS_PLACE_DEVICE : GS_PLACE_CPU,
                               .dtype = GS_F32,
                               .residency = residency,
                               .cache = residency == GS_RESIDENCY_DEVICE ? GS_CACHE_COLD
                                        : device                         ? GS_CACHE_ANY
                                                                         : GS_CACHE_WARM};
    snprintf(record.variant, sizeof record.variant, "%s", variant);
    record.block = device ? 256 : 0;
    if (seconds > 0) {
        double *samples = malloc(sizeof *samples);
        assert_non_null(samples);
        *samples = seconds;
        record.time = (struct gs_distribution){.median_s = seconds, .samples = samples, .count = 1};
    }
    return record;
}

static void append(struct gs_results *results, struct gs_record record)
{
    struct gs_error error;
    assert_int_equal(gs_results_append(results, &record, &error), GS_OK);
}

static struct gs_breakeven find(const struct gs_results *results, enum gs_residency residency)
{
    struct gs_sweep sweep = gs_sweep_of(results, "made_up");
    return gs_breakeven_find(results, &sweep, GS_F32, residency);
}

/* What is found where CPU and device take these times at n = 1000, 2000, 4000, ...; 0: no time. */
static struct gs_breakeven find_in(const double *cpu_s, const double *device_s, size_t count)
{
    struct gs_results results = {0};
    for (size_t i = 0; i < count; i++) {
        append(&results, record_of("serial", GS_RESIDENCY_HOST, (size_t)1000 << i, cpu_s[i]));
        append(&results, record_of("kernel", GS_RESIDENCY_DEVICE, (size_t)1000 << i, device_s[i]));
    }
    struct gs_breakeven even = find(&results, GS_RESIDENCY_DEVICE);
    gs_results_release(&results);
    return even;
}

static void assert_near(double wanted, double have)
{
    if (!(fabs(have - wanted) <= 1e-9 * wanted))
        fail_msg("%.17g, not %.17g", have, wanted);
}

static void assert_text(const struct gs_breakeven *even, const char *wanted)
{
    char text[128];
    gs_breakeven_format(even, false, text);
    assert_string_equal(text, wanted);
}

/* Times a * n^p: the curves cross at one n, wherever the sizes are that were measured. */
static void powers_of_n_cross_where_they_should(void **state)
{
    (void)state;
    for (size_t round = 0; round < 200; round++) {
        double cpu[8], device[8];
        double cpu_power = 0.8 + 0.4 * random_unit(1, 0, round);
        double device_power = 0.6 * random_unit(1, 1, round);
        double n = 1000 * pow(2, 7 * random_unit(1, 2, round));
        for (size_t i = 0; i < 8; i++) {
            double ratio = (double)((size_t)1000 << i) / n;
            cpu[i] = 1e-5 * pow(ratio, cpu_power);
            device[i] = 1e-5 * pow(ratio, device_power);
        }
        struct gs_breakeven even = find_in(cpu, device, 8);
        assert_int_equal(even.kind, GS_EVEN_FROM);
        assert_near(n, even.n);
        assert_near(1e-5, even.at_s);
        assert_int_equal(even.above, 2 * even.below);
        assert_true((double)even.below <= n * (1 + 1e-9) && n < (double)even.above);
    }
}

/* Ratios of many sizes, about as often under 1 as over it. */
static void fill_randomly(size_t round, double cpu[static 8], double device[static 8])
{
    for (size_t i = 0; i < 8; i++) {
        cpu[i] = 1e-6 + 1e-6 * random_unit(2, 0, round * 8 + i);
        device[i] = 1e-6 + 1e-6 * random_unit(2, 1, round * 8 + i);
    }
}

static void units_of_time_change_nothing(void **state)
{
    (void)state;
    for (size_t round = 0; round < 100; round++) {
        double cpu[8], device[8];
        fill_randomly(round, cpu, device);
        struct gs_breakeven even = find_in(cpu, device, 8);
        for (size_t i = 0; i < 8; i++) {
            cpu[i] *= 1024; /* exactly */
            device[i] *= 1024;
        }
        struct gs_breakeven scaled = find_in(cpu, device, 8);
        assert_int_equal(scaled.kind, even.kind);
        assert_int_equal(scaled.below, even.below);
        assert_int_equal(scaled.above, even.above);
        assert_true(even.kind != GS_EVEN_FROM || fabs(scaled.n / even.n - 1) < 1e-9);
    }
}

/* Who was ahead at all sizes is then behind at all, and who stayed ahead does not. */
static void swapping_the_sides_inverts(void **state)
{
    (void)state;
    size_t met[GS_EVEN_NEVER + 1] = {0};
    for (size_t round = 0; round < 400; round++) {
        double cpu[8], device[8];
        size_t count = 1 + round % 8; /* few sizes are often all on one side */
        fill_randomly(round, cpu, device);
        struct gs_breakeven even = find_in(cpu, device, count);
        struct gs_breakeven swapped = find_in(device, cpu, count);
        static const enum gs_breakeven_kind inverse[] = {
            [GS_EVEN_ALWAYS] = GS_EVEN_NEVER,
            [GS_EVEN_NEVER] = GS_EVEN_ALWAYS,
            [GS_EVEN_FROM] = GS_EVEN_PASSING,
            [GS_EVEN_PASSING] = GS_EVEN_FROM,
        };
        assert_int_equal(swapped.kind, inverse[even.kind]);
        met[even.kind]++;
    }
    assert_int_equal(met[GS_EVEN_UNKNOWN], 0);
    for (int kind = GS_EVEN_ALWAYS; kind <= GS_EVEN_NEVER; kind++)
        assert_true(met[kind] > 0);
}

static void the_last_crossing_counts(void **state)
{
    (void)state;
    static const double cpu[] = {1, 4, 1, 1, 4, 9}, device[] = {2, 2, 2, 4, 1, 1};
    struct gs_breakeven even = find_in(cpu, device, COUNT(cpu));
    assert_int_equal(even.kind, GS_EVEN_FROM);
    assert_int_equal(even.below, 8000);
    assert_int_equal(even.above, 16000);
    assert_near(8000 * sqrt(2), even.n); /* four times slower, four times faster */
    assert_text(&even, "n = 11Ki (between 8000 and 16000)");
}

static void every_other_answer_is_a_sentence(void **state)
{
    (void)state;
    static const double slow[] = {3, 3, 3}, fast[] = {1, 1, 1}, none[] = {0, 0, 0};
    static const double first[] = {1, 9, 9}, even_at_last[] = {1, 1, 3};
    struct gs_breakeven even = find_in(slow, fast, 3);
    assert_text(&even, "below n = 1000 (the smallest measured)");
    even = find_in(slow, fast, 1);
    assert_text(&even, "below n = 1000 (the smallest measured)");
    even = find_in(fast, slow, 3);
    assert_text(&even, "never up to n = 4000");
    even = find_in(fast, slow, 1);
    assert_text(&even, "never up to n = 1000");
    even = find_in(slow, first, 3);
    assert_text(&even, "none that lasts up to n = 4000");
    even = find_in(slow, even_at_last, 3); /* as fast is not faster */
    assert_text(&even, "none that lasts up to n = 4000");
    even = find_in(slow, none, 3);
    assert_text(&even, "");
    even = find_in(none, slow, 3);
    assert_text(&even, "");
}

/* The fastest of either side at each n, whichever variant that is. */
static void the_best_of_both_sides_are_compared(void **state)
{
    (void)state;
    struct gs_results results = {0};
    static const double seconds[][4] = {{2, 9, 4, 8}, {6, 4, 8, 2}}; /* best: 2, 4; 4, 2 */
    static const char *const names[] = {"serial", "threads", "plain", "clever"};
    for (size_t i = 0; i < 8; i++) {
        struct gs_record record =
            record_of(names[i % 4], i % 4 < 2 ? GS_RESIDENCY_HOST : GS_RESIDENCY_DEVICE,
                      i < 4 ? 1000 : 2000, seconds[i / 4][i % 4]);
        append(&results, record);
    }
    struct gs_breakeven even = find(&results, GS_RESIDENCY_DEVICE);
    gs_results_release(&results);
    assert_int_equal(even.kind, GS_EVEN_FROM);
    assert_near(1000 * sqrt(2), even.n);
}

/* A device that is ahead at no size, beside records that would put it ahead. */
static void only_what_is_right_cold_and_swept_counts(void **state)
{
    (void)state;
    struct gs_results results = {0};
    for (size_t n = 1000; n <= 4000; n *= 2) {
        append(&results, record_of("serial", GS_RESIDENCY_HOST, n, 2));
        append(&results, record_of("kernel", GS_RESIDENCY_DEVICE, n, 3));
        append(&results, record_of("kernel", GS_RESIDENCY_PINNED, n, 4));
        struct gs_record record = record_of("kernel", GS_RESIDENCY_DEVICE, n, 1);
        record.cache = GS_CACHE_WARM;
        append(&results, record);
        record = record_of("broken", GS_RESIDENCY_DEVICE, n, 1);
        record.verdict = GS_WRONG_ANSWER;
        append(&results, record);
        record = record_of("simulated", GS_RESIDENCY_DEVICE, n, 0);
        append(&results, record);
        record = record_of("other", GS_RESIDENCY_DEVICE, n, 1);
        record.dtype = GS_F64;
        append(&results, record);
    }
    struct gs_record record = record_of("kernel", GS_RESIDENCY_DEVICE, 4000, 1);
    record.block = 512; /* tried at the largest n alone */
    append(&results, record);
    append(&results, record_of("serial", GS_RESIDENCY_HOST, 0, 2)); /* no elements are no size */
    append(&results, record_of("kernel", GS_RESIDENCY_DEVICE, 0, 1));
    struct gs_breakeven resident = find(&results, GS_RESIDENCY_DEVICE),
                        pinned = find(&results, GS_RESIDENCY_PINNED);
    struct gs_breakeven pageable = find(&results, GS_RESIDENCY_PAGEABLE);
    gs_results_release(&results);
    assert_text(&resident, "never up to n = 4000");
    assert_text(&pinned, "never up to n = 4000");
    assert_text(&pageable, "");
}

/* A size that only one side was measured at is no size. */
static void sizes_of_one_side_do_not_count(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, record_of("serial", GS_RESIDENCY_HOST, 1000, 1));
    append(&results, record_of("kernel", GS_RESIDENCY_DEVICE, 1000, 4));
    append(&results, record_of("kernel", GS_RESIDENCY_DEVICE, 2000, 4));
    append(&results, record_of("serial", GS_RESIDENCY_HOST, 4000, 16));
    append(&results, record_of("kernel", GS_RESIDENCY_DEVICE, 4000, 4));
    append(&results, record_of("serial", GS_RESIDENCY_HOST, 8000, 1));
    struct gs_breakeven even = find(&results, GS_RESIDENCY_DEVICE);
    gs_results_release(&results);
    assert_text(&even, "n = 2Ki (between 1000 and 4000)");
}

static void noisy_times_count(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, record_of("serial", GS_RESIDENCY_HOST, 1000, 2));
    struct gs_record record = record_of("kernel", GS_RESIDENCY_DEVICE, 1000, 1);
    record.notes = GS_BIT(GS_NOTE_SPREAD);
    append(&results, record);
    struct gs_breakeven even = find(&results, GS_RESIDENCY_DEVICE);
    gs_results_release(&results);
    assert_int_equal(even.kind, GS_EVEN_ALWAYS);
}

static const struct {
    double n;
    const char *text;
} sizes[] = {
    {1.04, "n = 1 "},   {9.94, "n = 9.9 "},    {9.96, "n = 10 "},    {1000.4, "n = 1000 "},
    {1024, "n = 1Ki "}, {3277, "n = 3.2Ki "},  {62000, "n = 61Ki "}, {3.25e6, "n = 3.1Mi "},
    {1e8, "n = 95Mi "}, {1.5e9, "n = 1.4Gi "}, {1e15, "n = 909Ti "}, {1.8e19, "n = 16370905Ti "},
};

static void sizes_have_two_digits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct gs_breakeven even = {.kind = GS_EVEN_FROM, .n = sizes[i].n, .below = 1, .above = 2};
        char text[128];
        gs_breakeven_format(&even, false, text);
        assert_memory_equal(text, sizes[i].text, strlen(sizes[i].text));
    }
}

/* ---- under the table ------------------------------------------------------------------------- */

/* The tables as text; free() it. Releases the results. */
static char *tables_of(struct gs_results *results)
{
    enum { ROOM = 1 << 16 };
    char *text = calloc(1, ROOM);
    assert_non_null(text);
    FILE *out = fmemopen(text, ROOM - 1, "w");
    assert_non_null(out);
    gs_table_print(results, out);
    assert_int_equal(fclose(out), 0);
    gs_results_release(results);
    return text;
}

static void it_stands_under_the_table(void **state)
{
    (void)state;
    struct gs_results results = {0};
    for (size_t n = 1000; n <= 16000; n *= 4) {
        append(&results, record_of("serial", GS_RESIDENCY_HOST, n, 1e-9 * (double)n));
        append(&results, record_of("kernel", GS_RESIDENCY_DEVICE, n, 2e-6));
        append(&results, record_of("kernel", GS_RESIDENCY_PINNED, n, 8e-6));
        append(&results, record_of("kernel", GS_RESIDENCY_PAGEABLE, n, 32e-6));
    }
    char *text = tables_of(&results);
    assert_contains(text,
                    "\nbreak-even with the best CPU variant: device-resident n = 2Ki (between 1000 "
                    "and 4000)\n"
                    "  host to host pinned n = 7.8Ki (between 4000 and 16000), pageable never up "
                    "to n = 16000\n");
    free(text);
}

/* Variants that copy for themselves have no time without. */
static void copies_alone_are_a_line(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, record_of("serial", GS_RESIDENCY_HOST, 1000, 2e-6));
    append(&results, record_of("kernel", GS_RESIDENCY_PAGEABLE, 1000, 1e-6));
    char *text = tables_of(&results);
    assert_contains(text, "\nbreak-even with the best CPU variant: host to host pageable below n = "
                          "1000 (the smallest measured)\n");
    free(text);
}

static void nothing_is_said_without_times_of_a_device(void **state)
{
    (void)state;
    struct gs_results results = {0};
    append(&results, record_of("serial", GS_RESIDENCY_HOST, 1000, 2e-6));
    struct gs_record record = record_of("kernel", GS_RESIDENCY_DEVICE, 1000, 0);
    record.simulated = true;
    append(&results, record);
    char *text = tables_of(&results);
    assert_null(strstr(text, "break-even"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_of_n_cross_where_they_should),
        cmocka_unit_test(units_of_time_change_nothing),
        cmocka_unit_test(swapping_the_sides_inverts),
        cmocka_unit_test(the_last_crossing_counts),
        cmocka_unit_test(every_other_answer_is_a_sentence),
        cmocka_unit_test(the_best_of_both_sides_are_compared),
        cmocka_unit_test(only_what_is_right_cold_and_swept_counts),
        cmocka_unit_test(sizes_of_one_side_do_not_count),
        cmocka_unit_test(noisy_times_count),
        cmocka_unit_test(sizes_have_two_digits),
        cmocka_unit_test(it_stands_under_the_table),
        cmocka_unit_test(copies_alone_are_a_line),
        cmocka_unit_test(nothing_is_said_without_times_of_a_device),
    };
    return cmocka_run_group_tests_name("breakeven", tests, NULL, NULL);
}
