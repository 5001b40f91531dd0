/* The bodies that lesson 8 gives n cells: all of them, plates as square and blocks as near to cubes
 * as the divisors of n allow. */
#include "test.h"

#include "registry.h"

struct shape {
    size_t planes, rows, columns;
};

static struct shape shape_of(const char *name, size_t n)
{
    const struct gs_lesson *lesson;
    const struct gs_workload *workload;
    struct gs_error error;
    double scalars[GS_MOST_SCALARS];
    assert_int_equal(gs_lesson_find("stencil", &lesson, &error), GS_OK);
    assert_int_equal(gs_workload_find(lesson, name, &workload, &error), GS_OK);
    workload->scalars(n, scalars);
    return (struct shape){(size_t)scalars[0], (size_t)scalars[1], (size_t)scalars[2]};
}

static void every_n_has_a_plate_and_a_block(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 3000; n++) {
        struct shape plate = shape_of("heat_2d", n), block = shape_of("heat_3d", n);
        assert_int_equal(plate.planes, 1);
        assert_int_equal(plate.rows * plate.columns, n);
        assert_true(plate.rows <= plate.columns);
        assert_int_equal(block.planes * block.rows * block.columns, n);
        assert_true(block.planes * block.planes * block.planes <= n);
        assert_true(block.rows <= block.columns);
        for (size_t more = block.planes + 1; more * more * more <= n; more++)
            assert_int_not_equal(n % more, 0);
    }
}

static void large_sizes_too(void **state)
{
    (void)state;
    static const size_t known[][4] = {
        {1000000, 100, 100, 100},
        {1000003, 1, 1, 1000003}, /* a prime */
        {(size_t)1 << 27, 512, 512, 512},
        {(size_t)1 << 30, 1024, 1024, 1024},
        {(size_t)1291 * 1291 * 1291, 1291, 1291, 1291}, /* over 2^31 */
    };
    for (size_t i = 0; i < GS_COUNT(known); i++) {
        struct shape block = shape_of("heat_3d", known[i][0]);
        assert_int_equal(block.planes, known[i][1]);
        assert_int_equal(block.rows, known[i][2]);
        assert_int_equal(block.columns, known[i][3]);
    }
    struct shape plate = shape_of("heat_steps", (size_t)1 << 26);
    assert_int_equal(plate.rows, 8192);
    assert_int_equal(plate.columns, 8192);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_n_has_a_plate_and_a_block),
        cmocka_unit_test(large_sizes_too),
    };
    return cmocka_run_group_tests_name("stencil", tests, NULL, NULL);
}
