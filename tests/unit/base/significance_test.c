/* Statistics of two samples, held against their definitions and against what others compute. */
#include "test.h"

#include "samples.h"
#include "random.h"
#include "samples.h"
#include "significance.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static void assert_near(double value, double wanted, double relative)
{
    if (!(fabs(value - wanted) <= relative * fabs(wanted)))
        fail_msg("%.17g is not near %.17g", value, wanted);
}

static struct gs_rank_test rank_test(const double *a, size_t n, const double *b, size_t m)
{
    struct gs_rank_test test;
    assert_true(gs_rank_test(a, n, b, m, &test));
    assert_true(test.p >= 0 && test.p <= 1);
    return test;
}

static struct gs_ratio median_ratio(const double *a, size_t n, const double *b, size_t m)
{
    struct gs_ratio ratio;
    assert_true(gs_median_ratio(a, n, b, m, &ratio));
    assert_true(ratio.low <= ratio.ratio && ratio.ratio <= ratio.high);
    return ratio;
}

/* Uniform in (0, 1). */
static double uniform(uint64_t seed, unsigned array, size_t index)
{
    return 0.5 * (gs_random_f64(seed, array, index) + 1) + 0x1p-54;
}

/* ---- rank test ------------------------------------------------------------------------------- */

enum { MOST_BRUTE = 6, MOST_ALL = 2 * MOST_BRUTE };

/* The values 1 to n + m; those whose bit is set are a's. Returns U by its definition. */
static size_t deal(unsigned bits, size_t all, double *a, double *b)
{
    size_t n = 0, m = 0, u = 0;
    for (size_t i = 0; i < all; i++) {
        if (bits >> i & 1) {
            a[n++] = (double)(i + 1);
            u += m;
        } else {
            b[m++] = (double)(i + 1);
        }
    }
    return u;
}

static bool is_deal(unsigned bits, size_t n)
{
    return (size_t)__builtin_popcount(bits) == n;
}

/* All ways to deal n + m values are equally likely: how many have at least this U, in part. */
static double brute_p(size_t n, size_t m, size_t u)
{
    double a[MOST_ALL], b[MOST_ALL], deals = 0, beyond = 0;
    size_t larger = u > n * m - u ? u : n * m - u;
    for (unsigned bits = 0; bits < 1u << (n + m); bits++) {
        if (!is_deal(bits, n))
            continue;
        deals++;
        beyond += deal(bits, n + m, a, b) >= larger;
    }
    return fmin(2 * beyond / deals, 1);
}

static void small_samples_are_exact(void **state)
{
    (void)state;
    for (size_t n = 1; n <= MOST_BRUTE; n++) {
        for (size_t m = 1; m <= MOST_BRUTE; m++) {
            double wanted[MOST_BRUTE * MOST_BRUTE + 1];
            for (size_t u = 0; u <= n * m; u++)
                wanted[u] = brute_p(n, m, u);
            for (unsigned bits = 0; bits < 1u << (n + m); bits++) {
                double a[MOST_ALL], b[MOST_ALL];
                if (!is_deal(bits, n))
                    continue;
                size_t u = deal(bits, n + m, a, b);
                struct gs_rank_test test = rank_test(a, n, b, m);
                assert_true(test.exact);
                assert_near(test.u, (double)u, 0);
                assert_near(test.p, wanted[u], 1e-12);
            }
        }
    }
}

/* U counts pairs, equal ones by half; whatever the values. */
static void u_counts_pairs(void **state)
{
    (void)state;
    for (size_t draw = 0; draw < 500; draw++) {
        double a[40], b[40], u = 0;
        size_t n = 1 + gs_random_bits(draw, 0, 100) % 40, m = 1 + gs_random_bits(draw, 1, 100) % 40;
        double levels = draw % 2 == 0 ? 8 : 1e9;
        for (size_t i = 0; i < 40; i++) {
            a[i] = floor(uniform(draw, 0, i) * levels);
            b[i] = floor(uniform(draw, 1, i) * levels);
        }
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < m; j++)
                u += a[i] > b[j] ? 1 : a[i] < b[j] ? 0 : 0.5;
        }
        struct gs_rank_test test = rank_test(a, n, b, m), swapped = rank_test(b, m, a, n);
        assert_near(test.u, u, 0);
        assert_near(swapped.u, (double)(n * m) - u, 0);
        assert_near(swapped.p, test.p, 1e-12);
        assert_int_equal(swapped.exact, test.exact);
    }
}

/* Only the order counts: the logarithms of the values, or their cubes, are no other samples. */
static void only_order_counts(void **state)
{
    (void)state;
    for (size_t draw = 0; draw < 100; draw++) {
        double a[30], b[25], log_a[30], log_b[25], cube_a[30], cube_b[25];
        size_t n = draw % 3 == 0 ? 12 : 30;
        for (size_t i = 0; i < 30; i++) {
            a[i] = 1 + floor(1000 * uniform(draw, 0, i));
            log_a[i] = log(a[i]);
            cube_a[i] = a[i] * a[i] * a[i];
        }
        for (size_t i = 0; i < 25; i++) {
            b[i] = 1 + floor(1100 * uniform(draw, 1, i));
            log_b[i] = log(b[i]);
            cube_b[i] = b[i] * b[i] * b[i];
        }
        struct gs_rank_test test = rank_test(a, n, b, 25);
        struct gs_rank_test logs = rank_test(log_a, n, log_b, 25);
        struct gs_rank_test cubes = rank_test(cube_a, n, cube_b, 25);
        assert_near(logs.u, test.u, 0);
        assert_near(logs.p, test.p, 0);
        assert_near(cubes.u, test.u, 0);
        assert_near(cubes.p, test.p, 0);
    }
}

/* By scipy.stats.mannwhitneyu 1.17.1: of 1, 2, ... n against the same with something added. */
static const struct {
    size_t n, m;
    double add, divide; /* i / divide, rounded down: makes ties */
    bool exact;
    double u, p;
} by_scipy[] = {
    {5, 5, 2.5, 1, true, 3, 0.05555555555555555},
    {8, 8, 0.5, 1, true, 28, 0.7209013209013208},
    {20, 20, 3.5, 1, true, 136, 0.0859140199856938},
    {20, 20, 11.25, 1, true, 36, 1.367071058032029e-06},
    {10, 40, 4.5, 1, true, 15, 1.281117954772052e-07},
    {21, 20, 3.5, 1, false, 153, 0.1405800271489576},
    {50, 50, 7.5, 1, false, 903, 0.01690770750319116},
    {50, 50, 50.5, 1, false, 0, 7.066071930388932e-18},
    {8, 8, 1, 2, false, 18, 0.146399099282964},
    {30, 30, 1, 3, false, 364.5, 0.206821592167716},
    {50, 40, 2, 4, false, 880, 0.3301586034190125},
    {64, 64, 3, 5, false, 1202.5, 5.417787642787748e-05},
    {6, 9, 1, 100, false, 0, 0.0002403138189139942},
    {30, 8, 2, 1, false, 192, 0.01043016993750868},
};

static void p_is_what_scipy_says(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(by_scipy); k++) {
        double a[64], b[64];
        for (size_t i = 0; i < by_scipy[k].n; i++)
            a[i] = floor((double)i / by_scipy[k].divide);
        for (size_t i = 0; i < by_scipy[k].m; i++)
            b[i] = floor((double)i / by_scipy[k].divide) + by_scipy[k].add;
        struct gs_rank_test test = rank_test(a, by_scipy[k].n, b, by_scipy[k].m);
        assert_int_equal(test.exact, by_scipy[k].exact);
        assert_near(test.u, by_scipy[k].u, 0);
        assert_near(test.p, by_scipy[k].p, 1e-9);
    }
}

static void equal_values_say_nothing(void **state)
{
    (void)state;
    double same[50];
    for (size_t i = 0; i < COUNT(same); i++)
        same[i] = 3;
    assert_near(rank_test(same, 1, same, 1).p, 1, 0);
    assert_near(rank_test(same, 50, same, 7).p, 1, 0);
}

/* Of samples from one distribution at most 5 in 100 have p <= 0.05, and not many fewer. */
static void chance_is_as_likely_as_p_says(void **state)
{
    (void)state;
    enum { DRAWS = 4000 };
    static const size_t sizes[][2] = {{5, 5}, {8, 12}, {20, 20}, {30, 50}};
    for (size_t s = 0; s < COUNT(sizes); s++) {
        size_t found = 0;
        for (size_t draw = 0; draw < DRAWS; draw++) {
            double a[50], b[50];
            for (size_t i = 0; i < 50; i++) {
                a[i] = uniform(draw, 0, i);
                b[i] = uniform(draw, 1, i);
            }
            found += rank_test(a, sizes[s][0], b, sizes[s][1]).p <= 0.05;
        }
        assert_in_range(found, DRAWS * 25 / 1000, DRAWS * 60 / 1000);
    }
}

/* ---- ratio of medians ------------------------------------------------------------------------ */

static double normal(uint64_t seed, unsigned array, size_t index)
{
    return gs_normal_quantile(uniform(seed, array, index));
}

static double tight(uint64_t seed, unsigned array, size_t index)
{
    return exp(0.02 * normal(seed, array, index));
}

static double wide(uint64_t seed, unsigned array, size_t index)
{
    return exp(0.3 * normal(seed, array, index));
}

/* A floor, and a tail above it: what times look like. Its median is 1. */
static double tailed(uint64_t seed, unsigned array, size_t index)
{
    return 1 + 0.1 * (-log(uniform(seed, array, index)) - log(2));
}

/* The true ratio is in 95 of 100 intervals, whatever the distribution. */
static void intervals_hold_the_truth(void **state)
{
    (void)state;
    enum { DRAWS = 1500 };
    static double (*const draws[])(uint64_t, unsigned, size_t) = {tight, wide, tailed};
    static const size_t sizes[][2] = {{8, 8}, {10, 30}, {15, 15}, {30, 30}, {50, 50}};
    for (size_t d = 0; d < COUNT(draws); d++) {
        for (size_t s = 0; s < COUNT(sizes); s++) {
            size_t held = 0;
            for (size_t draw = 0; draw < DRAWS; draw++) {
                double a[50], b[50];
                for (size_t i = 0; i < 50; i++) {
                    a[i] = draws[d](draw, 0, i);
                    b[i] = 1.5 * draws[d](draw, 1, i);
                }
                struct gs_ratio ratio = median_ratio(a, sizes[s][0], b, sizes[s][1]);
                held += ratio.low <= 1.5 && 1.5 <= ratio.high;
            }
            assert_in_range(held, DRAWS * 925 / 1000, DRAWS * 985 / 1000);
        }
    }
}

/* More samples make it narrower, by the root of their number. */
static void intervals_shrink(void **state)
{
    (void)state;
    double widths[2] = {0, 0};
    for (size_t draw = 0; draw < 200; draw++) {
        double a[400], b[400];
        for (size_t i = 0; i < 400; i++) {
            a[i] = tailed(draw, 0, i);
            b[i] = tailed(draw, 1, i);
        }
        struct gs_ratio few = median_ratio(a, 25, b, 25), many = median_ratio(a, 400, b, 400);
        widths[0] += log(few.high / few.low);
        widths[1] += log(many.high / many.low);
    }
    assert_near(widths[0] / widths[1], 4, 0.15);
}

static void units_and_sides_do_not_matter(void **state)
{
    (void)state;
    for (size_t draw = 0; draw < 100; draw++) {
        double a[31], b[20], a_us[31], b_us[20], slow[20];
        for (size_t i = 0; i < 31; i++) {
            a[i] = 1e-6 * wide(draw, 0, i);
            a_us[i] = 1e6 * a[i];
        }
        for (size_t i = 0; i < 20; i++) {
            b[i] = 1e-6 * wide(draw, 1, i);
            b_us[i] = 1e6 * b[i];
            slow[i] = 2 * b[i];
        }
        struct gs_ratio ratio = median_ratio(a, 31, b, 20), back = median_ratio(b, 20, a, 31);
        struct gs_ratio us = median_ratio(a_us, 31, b_us, 20),
                        twice = median_ratio(a, 31, slow, 20);
        assert_near(ratio.ratio, gs_median(b, 20) / gs_median(a, 31), 1e-12);
        assert_near(back.ratio, 1 / ratio.ratio, 1e-12);
        assert_near(back.low, 1 / ratio.high, 1e-12);
        assert_near(back.high, 1 / ratio.low, 1e-12);
        assert_near(us.low, ratio.low, 1e-12);
        assert_near(us.high, ratio.high, 1e-12);
        assert_near(twice.low, 2 * ratio.low, 1e-12);
        assert_near(twice.high, 2 * ratio.high, 1e-12);
    }
}

/* One that went astray is not what the middle of the others is. */
static void outliers_do_not_count(void **state)
{
    (void)state;
    double a[30], b[30];
    for (size_t i = 0; i < 30; i++)
        a[i] = b[i] = 1 + 0.001 * (double)i;
    struct gs_ratio before = median_ratio(a, 30, b, 30);
    b[29] = 1e6;
    struct gs_ratio after = median_ratio(a, 30, b, 30);
    assert_near(after.low, before.low, 0);
    assert_near(after.high, before.high, 0);
    assert_true(before.low < 1 && before.high > 1);
}

static void samples_without_spread_have_no_interval(void **state)
{
    (void)state;
    double a[8], b[8];
    for (size_t i = 0; i < 8; i++) {
        a[i] = 2;
        b[i] = 3;
    }
    struct gs_ratio ratio = median_ratio(a, 8, b, 8);
    assert_near(ratio.low, 1.5, 1e-12);
    assert_near(ratio.high, 1.5, 1e-12);
}

/* ---- many tests ------------------------------------------------------------------------------ */

/* The example of Benjamini and Hochberg: four of the fifteen, at a rate of 5 %. */
static void the_procedure_is_benjamini_and_hochbergs(void **state)
{
    (void)state;
    double p[] = {0.4262, 0.0001, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                  0.0459, 0.3240, 0.0004, 0.5719, 0.6528, 0.7590, 1.0000};
    assert_near(gs_significant_p(p, COUNT(p), 0.05), 0.0095, 0);
    double alone[] = {0.04}, both[] = {0.05, 0.04}, none[] = {0.06, 0.04};
    assert_near(gs_significant_p(alone, 1, 0.05), 0.04, 0);
    assert_near(gs_significant_p(both, 2, 0.05), 0.05, 0); /* a larger one helps a smaller one */
    assert_true(gs_significant_p(none, 2, 0.05) < 0);
    assert_true(gs_significant_p(alone, 0, 0.05) < 0);
}

/* Where all is chance, 5 of 100 families have any. */
static void chance_alone_is_rarely_found(void **state)
{
    (void)state;
    enum { FAMILIES = 2000 };
    size_t found = 0;
    for (size_t family = 0; family < FAMILIES; family++) {
        double p[100];
        for (size_t i = 0; i < COUNT(p); i++)
            p[i] = uniform(family, 0, i);
        found += gs_significant_p(p, COUNT(p), 0.05) >= 0;
    }
    assert_in_range(found, FAMILIES * 35 / 1000, FAMILIES * 65 / 1000);
}

/* ---- several processes ----------------------------------------------------------------------- */

static void student_is_what_tables_and_formulas_say(void **state)
{
    (void)state;
    static const double tables[][2] = {{1, 12.706204736432095},  {2, 4.302652729911275},
                                       {5, 2.570581835636314},   {10, 2.2281388519649385},
                                       {30, 2.0422724563012373}, {1000, 1.9623390808264078}};
    for (size_t i = 0; i < COUNT(tables); i++) {
        assert_near(gs_student_quantile(0.05, tables[i][0]), tables[i][1], 1e-9);
        assert_near(gs_student_p(tables[i][1], tables[i][0]), 0.05, 1e-9);
        assert_near(gs_student_p(-tables[i][1], tables[i][0]), 0.05, 1e-9);
    }
    for (double t = 0.01; t < 1000; t *= 1.7) {
        assert_near(gs_student_p(t, 1), 1 - 2 / acos(-1) * atan(t), 1e-9);
        assert_near(gs_student_p(t, 2), 1 - t / sqrt(2 + t * t), 1e-9);
    }
    assert_near(gs_student_p(0, 7), 1, 1e-12);
}

/* Times of processes around a second, each with an error of its own; bell-shaped. */
static void draw_processes(uint64_t seed, unsigned side, double spread, double *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = exp(spread * gs_normal_quantile(uniform(seed, side, i)));
}

/* Whatever the number of processes: 95 of 100 intervals hold the truth, and of 100 tests where
 * nothing differs 5 say p < 0.05. */
static void intervals_between_processes_hold_the_truth(void **state)
{
    (void)state;
    enum { CASES = 4000, MOST = 12 };
    static const size_t counts[][2] = {{2, 2}, {3, 3}, {5, 5}, {6, 3}, {12, 12}};
    for (size_t c = 0; c < COUNT(counts); c++) {
        size_t held = 0, found = 0;
        for (uint64_t seed = 0; seed < CASES; seed++) {
            double a[MOST], b[MOST];
            struct gs_between_processes_test test;
            draw_processes(seed, 0, 0.02, a, counts[c][0]);
            draw_processes(seed, 1, 0.02, b, counts[c][1]);
            gs_between_processes_test(a, counts[c][0], b, counts[c][1], &test);
            held += test.ratio.low <= 1 && 1 <= test.ratio.high;
            found += test.p < 0.05;
        }
        assert_in_range(held, CASES * 935 / 1000, CASES * 990 / 1000);
        assert_int_equal(found, CASES - held); /* one thing, said twice */
    }
}

static void processes_without_a_difference_are_equal(void **state)
{
    (void)state;
    static const double same[] = {2, 2, 2}, other[] = {3, 3, 3};
    struct gs_between_processes_test test;
    gs_between_processes_test(same, 3, same, 3, &test);
    assert_near(test.p, 1, 0);
    assert_near(test.ratio.low, 1, 0);
    gs_between_processes_test(same, 3, other, 3, &test);
    assert_true(test.p <= 0);
    assert_near(test.ratio.ratio, 1.5, 1e-12);
}

/* With so many processes the difference is found in about 4 of 5 cases, and not with half of them.
 */
static void so_many_processes_are_enough(void **state)
{
    (void)state;
    enum { CASES = 1000 };
    double a[GS_MOST_PROCESSES], b[GS_MOST_PROCESSES], difference = 0.03;
    struct gs_between_processes_test test = {.spread = 2 * 0.02 * 0.02, .fewest = 2};
    size_t needed = gs_processes_needed(&test, difference, 0.01, GS_MOST_PROCESSES);
    assert_in_range(needed, 8, 20);
    for (unsigned half = 0; half < 2; half++) {
        size_t count = half ? needed / 2 : needed, found = 0;
        for (uint64_t seed = 0; seed < CASES; seed++) {
            draw_processes(seed, 0, 0.02, a, count);
            draw_processes(seed, 1, 0.02, b, count);
            for (size_t i = 0; i < count; i++)
                b[i] *= exp(difference);
            gs_between_processes_test(a, count, b, count, &test);
            found += test.p <= 0.01;
        }
        assert_in_range(found, half ? 0 : CASES * 7 / 10, half ? CASES * 6 / 10 : CASES * 9 / 10);
    }
    test = (struct gs_between_processes_test){.spread = 1, .fewest = 2};
    assert_int_equal(gs_processes_needed(&test, 1e-3, 0.01, GS_MOST_PROCESSES), 0);
    test = (struct gs_between_processes_test){.spread = 1e-9, .fewest = 5};
    assert_int_equal(gs_processes_needed(&test, 0.5, 0.01, GS_MOST_PROCESSES), 6);
}

static void quantiles_of_the_normal(void **state)
{
    (void)state;
    assert_true(fabs(gs_normal_quantile(0.5)) < 1e-12);
    assert_near(gs_normal_quantile(0.975), 1.959963984540054, 1e-12);
    assert_near(gs_normal_quantile(0.025), -1.959963984540054, 1e-12);
    assert_near(gs_normal_quantile(1e-12), -7.034483825301131, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_samples_are_exact),
        cmocka_unit_test(u_counts_pairs),
        cmocka_unit_test(only_order_counts),
        cmocka_unit_test(p_is_what_scipy_says),
        cmocka_unit_test(equal_values_say_nothing),
        cmocka_unit_test(chance_is_as_likely_as_p_says),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(intervals_shrink),
        cmocka_unit_test(units_and_sides_do_not_matter),
        cmocka_unit_test(outliers_do_not_count),
        cmocka_unit_test(samples_without_spread_have_no_interval),
        cmocka_unit_test(the_procedure_is_benjamini_and_hochbergs),
        cmocka_unit_test(chance_alone_is_rarely_found),
        cmocka_unit_test(quantiles_of_the_normal),
        cmocka_unit_test(student_is_what_tables_and_formulas_say),
        cmocka_unit_test(intervals_between_processes_hold_the_truth),
        cmocka_unit_test(processes_without_a_difference_are_equal),
        cmocka_unit_test(so_many_processes_are_enough),
    };
    return cmocka_run_group_tests_name("significance", tests, NULL, NULL);
}
