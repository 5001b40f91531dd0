/* The shape that lesson 7 gives n elements: all of them, and as square as the divisors of n allow.
 */
#include "test.h"

#include "registry.h"

static void shape_of(size_t n, size_t *rows, size_t *columns)
{
    const struct gs_lesson *lesson;
    const struct gs_workload *workload;
    struct gs_error error;
    double scalars[GS_MOST_SCALARS];
    assert_int_equal(gs_lesson_find("transpose", &lesson, &error), GS_OK);
    assert_int_equal(gs_workload_find(lesson, "transpose", &workload, &error), GS_OK);
    workload->scalars(n, scalars);
    *rows = (size_t)scalars[0];
    *columns = (size_t)scalars[1];
}

static void every_n_has_its_squarest_matrix(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 3000; n++) {
        size_t rows, columns;
        shape_of(n, &rows, &columns);
        assert_int_equal(rows * columns, n);
        assert_true(rows <= columns);
        for (size_t more = rows + 1; more * more <= n; more++)
            assert_int_not_equal(n % more, 0);
    }
}

static void large_sizes_too(void **state)
{
    (void)state;
    static const size_t known[][3] = {
        {999999, 999, 1001},
        {1000003, 1, 1000003}, /* a prime */
        {(size_t)1 << 26, 8192, 8192},
        {(size_t)1 << 27, 8192, 16384},
        {((size_t)1 << 31) - 1, 1, ((size_t)1 << 31) - 1}, /* a prime */
        {(size_t)65537 * 65539, 65537, 65539},             /* over 2^32 */
        {(size_t)1000003 * 1000003, 1000003, 1000003},     /* a square of a prime */
    };
    for (size_t i = 0; i < GS_COUNT(known); i++) {
        size_t rows, columns;
        shape_of(known[i][0], &rows, &columns);
        assert_int_equal(rows, known[i][1]);
        assert_int_equal(columns, known[i][2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_n_has_its_squarest_matrix),
        cmocka_unit_test(large_sizes_too),
    };
    return cmocka_run_group_tests_name("transpose", tests, NULL, NULL);
}
