/* What is meant where a workload does not say it, and elements of every dtype. */
#include "test.h"

#include "comparisons.h"
#include "dtype.h"
#include "random.h"
#include "workload.h"

enum { N = 100 };

static size_t half_length(size_t array, size_t n)
{
    return array == 1 ? n / 2 : n;
}

static size_t one_result(size_t n)
{
    (void)n;
    return 1;
}

static void fill_with_index(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        gs_dtype_set(data->dtype, data->arrays[array], i, (double)i);
}

static const struct gs_workload silent = {.name = "silent"};
static const struct gs_workload outspoken = {
    .name = "outspoken", .length = half_length, .results = one_result, .fill = fill_with_index};

static void lengths_and_results_are_n_unless_said_otherwise(void **state)
{
    (void)state;
    for (size_t array = 0; array < 2; array++) {
        assert_int_equal(gs_workload_length(&silent, array, N), N);
        assert_int_equal(gs_workload_length(&outspoken, array, N), array == 1 ? N / 2 : N);
    }
    assert_int_equal(gs_workload_results(&silent, N), N);
    assert_int_equal(gs_workload_results(&outspoken, N), 1);
}

/* As random.h has them, in the range that was asked for and in no other. */
static void inputs_are_random_unless_said_otherwise(void **state)
{
    (void)state;
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        int64_t first[N] = {0}, second[N] = {0};
        void *arrays[] = {first, second};
        struct gs_data data = {.dtype = (enum gs_dtype)dtype, .n = N, .seed = 7, .arrays = arrays};
        gs_workload_fill(&silent, &data, 1, 3, N - 3);
        for (size_t i = 0; i < N; i++) {
            long double want = i < 3 || i >= N - 3 ? 0 : gs_random_value(data.dtype, 7, 1, i);
            assert_true(gs_dtype_get(data.dtype, second, i) == want);
            assert_int_equal(first[i], 0);
        }
        gs_workload_fill(&outspoken, &data, 0, 0, N);
        for (size_t i = 0; i < N; i++)
            assert_true(gs_dtype_get(data.dtype, first, i) == (long double)i);
    }
}

/* An element that is right passes, and one that is off by one does not, whatever its type. */
static void elements_are_compared_by_dtype(void **state)
{
    (void)state;
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        int64_t array[N];
        struct gs_match found = {0};
        for (size_t i = 0; i < N; i++) {
            gs_dtype_set((enum gs_dtype)dtype, array, i, 1e6 - (double)i);
            gs_match_value(&found, (enum gs_dtype)dtype, array, i, 1e6L - (long double)i, 0);
        }
        assert_int_equal(found.wrong, 0);
        gs_match_value(&found, (enum gs_dtype)dtype, array, 5, 1e6L, 1e-6);
        assert_int_equal(found.wrong, 1);
        assert_int_equal(found.first_wrong, 5);
    }
}

/* The ends of the widest integers, which a double would round. */
static void large_integers_are_exact(void **state)
{
    (void)state;
    const int64_t values[] = {INT64_MAX, INT64_MIN, ((int64_t)1 << 53) + 1};
    struct gs_match found = {0};
    for (size_t i = 0; i < 3; i++) {
        assert_true((int64_t)gs_dtype_get(GS_I64, values, i) == values[i]);
        gs_match_value(&found, GS_I64, values, i, (long double)values[i], 0);
    }
    assert_int_equal(found.wrong, 0);
}

/* Sums that are right pass, the widest too, and one that is off does not, whatever its type. */
static void sums_are_compared_by_dtype(void **state)
{
    (void)state;
    for (enum gs_dtype dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        int64_t a[N], b[N], sums[N];
        struct gs_match found = {0};
        for (size_t i = 0; i < N; i++) {
            gs_dtype_set(dtype, a, i, 1e6 + (double)i);
            gs_dtype_set(dtype, b, i, 1e6 - 1);
            gs_dtype_set(dtype, sums, i, i == 0 || i == 5 || i == N - 1 ? 0 : 2e6 - 1 + (double)i);
        }
        gs_match_sums(&found, dtype, a, b, sums, 1, 5, 0);
        gs_match_sums(&found, dtype, a, b, sums, 6, N - 1, 0);
        assert_int_equal(found.wrong, 0);
        gs_match_sums(&found, dtype, a, b, sums, 3, N - 1, 0.5);
        assert_int_equal(found.wrong, 1);
        assert_int_equal(found.first_wrong, 5);
    }
    const int32_t most = INT32_MAX, least = INT32_MIN;
    const int64_t odd = ((int64_t)1 << 53) + 1, even = (int64_t)1 << 54, double_odd = 2 * odd;
    struct gs_match found = {0};
    gs_match_sums(&found, GS_I64, &odd, &odd, &double_odd, 0, 1, 0);
    assert_int_equal(found.wrong, 0);
    gs_match_sums(&found, GS_I64, &odd, &odd, &even, 0, 1, 0);
    assert_int_equal(found.wrong, 1);
    gs_match_sums(&found, GS_I32, &most, &most, &least, 0, 1, 0); /* no int holds the sum */
    assert_int_equal(found.wrong, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_and_results_are_n_unless_said_otherwise),
        cmocka_unit_test(inputs_are_random_unless_said_otherwise),
        cmocka_unit_test(elements_are_compared_by_dtype),
        cmocka_unit_test(large_integers_are_exact),
        cmocka_unit_test(sums_are_compared_by_dtype),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
