/* Comparing elements with the reference. */
#include "test.h"

#include "check.h"

static void equal_values_pass(void **state)
{
    (void)state;
    struct gs_check check = {0};
    gs_check_f32(&check, 0, 1.5f, 1.5, 0);
    gs_check_f64(&check, 1, -0.0, 0.0L, 0);
    gs_check_integer(&check, 2, INT64_MIN, INT64_MIN);
    assert_int_equal(check.wrong, 0);
    assert_true(check.max_error == 0);
}

static void what_is_no_number_fails(void **state)
{
    (void)state;
    const double values[] = {NAN, INFINITY, -INFINITY};
    const double wants[] = {0, 1, NAN, INFINITY, -INFINITY};
    for (size_t v = 0; v < 3; v++) {
        for (size_t w = 0; w < 5; w++) {
            struct gs_check f32 = {0}, f64 = {0};
            gs_check_f32(&f32, 7, (float)values[v], wants[w], 1e30);
            gs_check_f64(&f64, 7, values[v], (long double)wants[w], 1e30);
            assert_int_equal(f32.wrong, 1);
            assert_int_equal(f64.wrong, 1);
            assert_int_equal(f32.first_wrong, 7);
        }
    }
    struct gs_check check = {0};
    gs_check_f32(&check, 0, NAN, 1.0, 0.1);
    gs_check_f32(&check, 1, 1.01f, 1.0, 0.1);
    assert_true(isinf(check.max_error)); /* a NaN is further off than any number */
    assert_contains(check.got, "nan");
    assert_string_equal(check.want, "1");
}

/* The poison of outputs reads as NaN. */
static void poison_fails(void **state)
{
    (void)state;
    float f32;
    double f64;
    memset(&f32, 0xff, sizeof f32);
    memset(&f64, 0xff, sizeof f64);
    struct gs_check check = {0};
    gs_check_f32(&check, 0, f32, 0, 1);
    gs_check_f64(&check, 1, f64, 0, 1);
    assert_int_equal(check.wrong, 2);
}

static void the_tolerance_is_included(void **state)
{
    (void)state;
    const double tolerance = 0.25, above = nextafter(1.25, 2);
    struct gs_check check = {0};
    gs_check_f64(&check, 0, 1.25, 1, tolerance);
    gs_check_f64(&check, 1, 0.75, 1, tolerance);
    gs_check_f64(&check, 2, -5.0, -4, tolerance); /* relative to the reference */
    gs_check_f64(&check, 3, 0.25, 0, tolerance);  /* absolute where that is 0 */
    gs_check_f32(&check, 4, 1.25f, 1, tolerance);
    assert_int_equal(check.wrong, 0);
    assert_true(check.max_error == tolerance);
    gs_check_f64(&check, 5, above, 1, tolerance);
    gs_check_f64(&check, 6, nextafter(0.25, 1), 0, tolerance);
    gs_check_f32(&check, 7, nextafterf(1.25f, 2), 1, tolerance);
    gs_check_f64(&check, 8, 1.0, -1, tolerance); /* the sign counts */
    assert_int_equal(check.wrong, 4);
    assert_int_equal(check.first_wrong, 5);
}

static void integers_are_exact(void **state)
{
    (void)state;
    struct gs_check check = {0};
    gs_check_integer(&check, 4, INT64_MAX, INT64_MAX - 1);
    assert_int_equal(check.wrong, 1);
    gs_check_integer(&check, 5, INT64_MAX, INT64_MIN); /* a difference beyond int64_t */
    assert_int_equal(check.wrong, 2);
    assert_int_equal(check.first_wrong, 4);
    assert_string_equal(check.got, "9223372036854775807");
    assert_string_equal(check.want, "9223372036854775806");
    assert_true(check.max_error > 1.8e19);
}

static struct gs_check check_of(size_t begin, size_t end, const int64_t *got)
{
    struct gs_check check = {0};
    for (size_t i = begin; i < end; i++)
        gs_check_integer(&check, i, got[i], 0);
    return check;
}

/* Parts merged in any order give what one pass over the whole gives. */
static void merging_forgets_the_order(void **state)
{
    (void)state;
    const int64_t got[8] = {0, 0, 0, 5, 0, -9, 0, 2};
    const size_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const size_t ends[4] = {0, 3, 5, 8};
    struct gs_check whole = check_of(0, 8, got);
    for (size_t o = 0; o < 6; o++) {
        struct gs_check all = {0};
        for (size_t k = 0; k < 3; k++) {
            size_t part = orders[o][k];
            struct gs_check found = check_of(ends[part], ends[part + 1], got);
            gs_check_merge(&all, &found);
        }
        assert_int_equal(all.wrong, 3);
        assert_int_equal(all.first_wrong, 3);
        assert_string_equal(all.got, "5");
        assert_string_equal(all.want, "0");
        assert_true(all.max_error == whole.max_error && all.max_error == 9);
    }
}

static void merging_keeps_the_error_of_right_parts(void **state)
{
    (void)state;
    struct gs_check right = {0}, wrong = {0};
    gs_check_f64(&right, 0, 1.5, 1, 1);
    gs_check_f64(&wrong, 1, 1.25, 1, 0);
    gs_check_merge(&wrong, &right);
    assert_true(wrong.max_error == 0.5);
    assert_int_equal(wrong.wrong, 1);
    assert_int_equal(wrong.first_wrong, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_values_pass),
        cmocka_unit_test(what_is_no_number_fails),
        cmocka_unit_test(poison_fails),
        cmocka_unit_test(the_tolerance_is_included),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(merging_forgets_the_order),
        cmocka_unit_test(merging_keeps_the_error_of_right_parts),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
