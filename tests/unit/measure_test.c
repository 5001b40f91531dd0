/* Quantiles, and how many samples are taken. */
#include "test.h"

#include "measure.h"

#include <math.h>

static void quantiles_lie_between_neighbours(void **state)
{
    (void)state;
    const double values[] = {1, 2, 4, 8, 16};
    assert_true(gs_quantile(values, 5, 0) == 1);
    assert_true(gs_quantile(values, 5, 0.25) == 2);
    assert_true(gs_quantile(values, 5, 0.5) == 4);
    assert_true(gs_quantile(values, 5, 1) == 16);
    assert_true(gs_quantile(values, 4, 0.5) == 3);
    assert_true(fabs(gs_quantile(values, 4, 0.25) - 1.75) < 1e-12);
    assert_true(fabs(gs_quantile(values, 5, 0.9) - 12.8) < 1e-12);
    for (double q = 0; q <= 1; q += 0.25)
        assert_true(gs_quantile(values, 1, q) == 1);
}

static void medians_sort(void **state)
{
    (void)state;
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2}, one[] = {5};
    assert_true(gs_median(odd, 3) == 2);
    assert_true(gs_median(even, 4) == 2.5);
    assert_true(gs_median(one, 1) == 5);
    assert_true(even[0] == 1 && even[3] == 4);
}

/* Samples that are the numbers 1, 2, 3 ... seconds; the one numbered `fails` fails. */
struct counter {
    unsigned taken, fails;
};

static double count_up(void *context)
{
    struct counter *counter = context;
    counter->taken++;
    return counter->taken == counter->fails ? -1.0 : counter->taken;
}

static void short_samples_are_taken_50_times(void **state)
{
    (void)state;
    struct counter counter = {0};
    struct gs_distribution d;
    assert_true(gs_measure("test", count_up, &counter, 1e9, &d));
    assert_int_equal(d.count, 50);
    assert_int_equal(counter.taken, 52); /* a warm-up, the pilot, and these */
    for (size_t i = 0; i < d.count; i++)
        assert_true(d.samples[i] == (double)(i + 3)); /* in the order taken */
    assert_true(d.min_s == 3 && d.max_s == 52 && d.median_s == 27.5);
    assert_true(d.q1_s == 15.25 && d.q3_s == 39.75);
    gs_distribution_release(&d);
    assert_null(d.samples);
    assert_int_equal(d.count, 0);
}

static void long_samples_are_taken_5_times(void **state)
{
    (void)state;
    struct counter counter = {0};
    struct gs_distribution d;
    assert_true(gs_measure("test", count_up, &counter, 0, &d)); /* any time is over this budget */
    assert_int_equal(d.count, 5);
    gs_distribution_release(&d);
}

/* Whichever sample fails, the measurement fails and leaves nothing behind. */
static void a_failed_sample_fails_all(void **state)
{
    (void)state;
    for (unsigned fails = 1; fails <= 7; fails++) {
        struct counter counter = {.fails = fails};
        struct gs_distribution d;
        assert_false(gs_measure("test", count_up, &counter, 0, &d));
        assert_int_equal(counter.taken, fails); /* and nothing runs after it */
        assert_null(d.samples);
        assert_int_equal(d.count, 0);
    }
}

static void the_library_takes_as_many_as_asked(void **state)
{
    (void)state;
    for (size_t iterations = 1; iterations <= 40; iterations += 13) {
        struct counter counter = {0};
        struct gs_bench_result result;
        assert_true(gs_bench_run("test", count_up, &counter, iterations, &result));
        assert_int_equal(counter.taken, iterations);
        assert_int_equal(result.iterations, iterations);
        assert_true(fabs(result.real_time_s - (double)(iterations + 1) / 2) < 1e-6);
    }
    assert_contains(gs_bench_library(), "Google Benchmark");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_lie_between_neighbours),
        cmocka_unit_test(medians_sort),
        cmocka_unit_test(short_samples_are_taken_50_times),
        cmocka_unit_test(long_samples_are_taken_5_times),
        cmocka_unit_test(a_failed_sample_fails_all),
        cmocka_unit_test(the_library_takes_as_many_as_asked),
    };
    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
