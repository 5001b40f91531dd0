/* Quantiles, and how many samples are taken. */
#include "test.h"

#include "gbench_shim.h"
#include "lesson.h"
#include "random.h"
#include "sampling.h"

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

static struct gs_sample count_up(void *context)
{
    struct counter *counter = context;
    counter->taken++;
    return (struct gs_sample){counter->taken == counter->fails ? -1.0 : counter->taken, 0, false};
}

static double count_up_seconds(void *context)
{
    return count_up(context).seconds;
}

static void samples_that_disagree_are_taken_200_times(void **state)
{
    (void)state;
    struct counter counter = {0};
    struct gs_distribution d;
    assert_true(gs_take_samples("test", count_up, &counter, 1e9, &d));
    assert_int_equal(d.count, 200);
    assert_int_equal(counter.taken, 202); /* a warm-up, the pilot, and these */
    for (size_t i = 0; i < d.count; i++)
        assert_true(d.samples[i] == (double)(i + 3)); /* in the order taken */
    assert_true(d.min_s == 3 && d.max_s == 202 && d.median_s == 102.5);
    assert_true(d.q1_s == 52.75 && d.q3_s == 152.25);
    assert_true(d.wall_s > 0);
    gs_distribution_release(&d);
    assert_null(d.samples);
    assert_int_equal(d.count, 0);
}

/* Seconds by turns, as many as `settled` says after which they are all the first of them. */
struct pattern {
    const double *seconds;
    size_t length, taken, settled;
    double clock_hz;
    bool disturbed; /* every second one */
};

static struct gs_sample follow(void *context)
{
    struct pattern *pattern = context;
    size_t i = pattern->taken++;
    bool settled = i >= pattern->settled;
    return (struct gs_sample){.seconds = pattern->seconds[settled ? 0 : i % pattern->length],
                              .sm_clock_hz = pattern->clock_hz,
                              .disturbed = pattern->disturbed && i % 2 == 0};
}

static void samples_that_agree_are_taken_30_times(void **state)
{
    (void)state;
    const double one[] = {1};
    struct pattern pattern = {.seconds = one, .length = 1};
    struct gs_distribution d;
    assert_true(gs_take_samples("test", follow, &pattern, 1e9, &d));
    assert_int_equal(d.count, 30);
    gs_distribution_release(&d);
    /* 3 % around the median: not after 30, but with ever more on the middle value */
    const double spread[] = {1, 1.03, 0.97, 1.02, 0.98, 1.01, 0.99};
    pattern = (struct pattern){.seconds = spread, .length = 7, .settled = 32};
    assert_true(gs_take_samples("test", follow, &pattern, 1e9, &d));
    assert_true(d.count > 30 && d.count < 200 && d.count % 10 == 0);
    assert_true(d.median_s == 1);
    gs_distribution_release(&d);
}

static void disturbed_samples_are_left_out_and_counted(void **state)
{
    (void)state;
    const double two[] = {1, 5};
    struct pattern pattern = {
        .seconds = two, .length = 2, .settled = 1000, .disturbed = true, .clock_hz = 1.5e9};
    struct gs_distribution d;
    assert_true(gs_take_samples("test", follow, &pattern, 0, &d));
    assert_int_equal(d.count + d.discarded, 5);
    gs_distribution_release(&d);
    pattern.taken = 0;
    assert_true(gs_take_samples("test", follow, &pattern, 1e9, &d));
    assert_true(d.min_s == 5 && d.max_s == 5); /* every 1 was disturbed */
    assert_true(d.discarded == d.count && d.count >= 15 && !d.all_disturbed);
    assert_true(d.sm_clock_hz == 1.5e9);
    gs_distribution_release(&d);
}

/* Better a time with a warning than no time. */
static struct gs_sample always_disturbed(void *context)
{
    (void)context;
    return (struct gs_sample){.seconds = 2, .sm_clock_hz = 1e9, .disturbed = true};
}

static void where_all_are_disturbed_they_are_all_kept(void **state)
{
    (void)state;
    struct gs_distribution d;
    assert_true(gs_take_samples("test", always_disturbed, NULL, 0, &d));
    assert_true(d.all_disturbed && d.count >= 5 && d.discarded == 0 && d.median_s == 2);
    gs_distribution_release(&d);
}

/* The true median is no further from the samples' than the interval that the error is half of is
 * wide, at least as often as it says. */
static void the_error_of_a_median_is_as_large_as_it_says(void **state)
{
    (void)state;
    enum { DRAWS = 2000, MOST_SAMPLES = 120 };
    static const size_t counts[] = {10, 30, 31, MOST_SAMPLES};
    for (size_t c = 0; c < GS_COUNT(counts); c++) {
        unsigned held = 0;
        for (uint64_t draw = 0; draw < DRAWS; draw++) {
            double x[MOST_SAMPLES];
            for (size_t i = 0; i < counts[c]; i++) /* symmetric around 10, with long tails */
                x[i] = 10 + tan(1.57 * gs_random_f64(draw, 0, i)) * 0.01;
            double median = gs_median(x, counts[c]);
            held += fabs(median - 10) <= 2 * gs_median_error(x, counts[c]) * median;
        }
        assert_true(held >= DRAWS * 95 / 100);
    }
    double same[] = {3, 3, 3, 3, 3, 3, 3, 3};
    assert_true(gs_median_error(same, 8) == 0);
    assert_true(isinf(gs_median_error(same, 7)));
}

static void long_samples_are_taken_5_times(void **state)
{
    (void)state;
    struct counter counter = {0};
    struct gs_distribution d;
    assert_true(
        gs_take_samples("test", count_up, &counter, 0, &d)); /* any time is over this budget */
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
        assert_false(gs_take_samples("test", count_up, &counter, 0, &d));
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
        struct gs_benchmark_result result;
        assert_true(gs_benchmark_run("test", count_up_seconds, &counter, iterations, &result));
        assert_int_equal(counter.taken, iterations);
        assert_int_equal(result.iterations, iterations);
        assert_true(fabs(result.real_time_s - (double)(iterations + 1) / 2) < 1e-6);
    }
    assert_contains(gs_benchmark_library(), "Google Benchmark");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_lie_between_neighbours),
        cmocka_unit_test(medians_sort),
        cmocka_unit_test(samples_that_disagree_are_taken_200_times),
        cmocka_unit_test(samples_that_agree_are_taken_30_times),
        cmocka_unit_test(disturbed_samples_are_left_out_and_counted),
        cmocka_unit_test(where_all_are_disturbed_they_are_all_kept),
        cmocka_unit_test(the_error_of_a_median_is_as_large_as_it_says),
        cmocka_unit_test(long_samples_are_taken_5_times),
        cmocka_unit_test(a_failed_sample_fails_all),
        cmocka_unit_test(the_library_takes_as_many_as_asked),
    };
    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
