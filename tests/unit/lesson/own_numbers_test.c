/* The generators of exercise 6.5, one for each thread: what one draws says nothing of what another
 * draws. */
#include "test.h"

#include "../../../lessons/06_tree_reduction/exercises/own_numbers.h"

#include <math.h>

enum { THREADS = 65536 };

static double uniform(uint64_t seed, uint64_t counter)
{
    return ((double)random_at(seed, counter) + 0.5) * 0x1p-32 - 0.5;
}

/* Of the numbers of all threads, and of those `later` steps later of the thread so far on;
 * generators begin `stretch` counters apart. Independent numbers: 0, give or take 1 / sqrt(pairs).
 */
static double correlation(uint64_t seed, uint64_t stretch, uint64_t apart, uint64_t later)
{
    double products = 0, squares = 0;
    for (uint64_t i = 0; i < THREADS; i++) {
        for (uint64_t k = 0; k < NUMBERS; k++) {
            const double one = uniform(seed, i * stretch + k + later);
            products += one * uniform(seed, (i + apart) * stretch + k);
            squares += one * one;
        }
    }
    return products / squares;
}

static void threads_are_independent(void **state)
{
    (void)state;
    const double most = 5 / sqrt((double)THREADS * NUMBERS);
    static const uint64_t distances[] = {1, 2, 31, 32, 256, 1024};
    for (uint64_t seed = 0; seed < 3; seed++) {
        for (size_t d = 0; d < sizeof distances / sizeof distances[0]; d++) {
            for (uint64_t later = 0; later < 3; later++) {
                const double found = correlation(seed, (uint64_t)1 << 32, distances[d], later);
                if (!(fabs(found) < most))
                    fail_msg("seed %d, threads %d apart, %d later: a correlation of %g", (int)seed,
                             (int)distances[d], (int)later, found);
            }
        }
    }
}

/* What the exercise begins with: neighbours are one step apart, and the measure sees it. */
static void neighbouring_counters_are_not(void **state)
{
    (void)state;
    assert_true(correlation(1, 1, 1, 1) > 0.99);
    assert_true(correlation(1, 4, 1, 4) > 0.99);
}

/* Each value as often as any other: 256 classes by the upper bits. */
static void numbers_are_uniform(void **state)
{
    (void)state;
    size_t counts[256] = {0};
    const double expected = (double)THREADS * NUMBERS / 256;
    double chi = 0;
    for (uint64_t i = 0; i < THREADS; i++) {
        for (uint64_t k = 0; k < NUMBERS; k++)
            counts[random_at(7, (i << 32) + k) >> 24]++;
    }
    for (size_t c = 0; c < 256; c++)
        chi += ((double)counts[c] - expected) * ((double)counts[c] - expected) / expected;
    assert_true(chi > 255 - 5 * sqrt(2 * 255.0) && chi < 255 + 5 * sqrt(2 * 255.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_independent),
        cmocka_unit_test(neighbouring_counters_are_not),
        cmocka_unit_test(numbers_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
