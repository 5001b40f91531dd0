/* Comparing elements with the reference. */
#include "test.h"

#include "comparisons.h"

#include <float.h>
#include <stdbool.h>

static void equal_values_pass(void **state)
{
    (void)state;
    struct gs_match found = {0};
    gs_match_f32(&found, 0, 1.5f, 1.5, 0);
    gs_match_f64(&found, 1, -0.0, 0.0L, 0);
    gs_match_integer(&found, 2, INT64_MIN, INT64_MIN);
    assert_int_equal(found.wrong, 0);
    assert_true(found.max_error == 0);
}

/* Checks one element as f32 and as f64; whether both times it was wrong, or both times right. */
static bool is_wrong(double got, double want, struct gs_match *f32, struct gs_match *f64)
{
    *f32 = *f64 = (struct gs_match){0};
    gs_match_f32(f32, 7, (float)got, want, 1e30);
    gs_match_f64(f64, 7, got, (long double)want, 1e30);
    assert_int_equal(f32->wrong, f64->wrong);
    return f32->wrong > 0;
}

static void what_is_no_number_fails(void **state)
{
    (void)state;
    const double values[] = {NAN, INFINITY, -INFINITY}, wants[] = {0, 1, -1e-300, 1e30};
    struct gs_match f32, f64;
    for (size_t v = 0; v < 3; v++) {
        for (size_t w = 0; w < 4; w++) {
            assert_true(is_wrong(values[v], wants[w], &f32, &f64));
            assert_int_equal(f32.first_wrong, 7);
            assert_true(isinf(f32.max_error)); /* further off than any number */
            assert_true(isinf(f64.max_error));
        }
    }
    struct gs_match found = {0};
    gs_match_f32(&found, 0, NAN, 1.0, 0.1);
    gs_match_f32(&found, 1, 1.01f, 1.0, 0.1);
    assert_true(isinf(found.max_error));
    assert_contains(found.got, "nan");
    assert_string_equal(found.want, "1");
}

/*
 * Where inputs are NaN or infinite, so are references; then only the same is right, whatever the
 * tolerance, for a reader of results expects what the formula gives.
 */
static void a_reference_that_is_no_number_wants_the_same(void **state)
{
    (void)state;
    const double values[] = {NAN, INFINITY, -INFINITY, 0, 1e30};
    struct gs_match f32, f64;
    for (size_t v = 0; v < 5; v++) {
        for (size_t w = 0; w < 3; w++) {
            assert_int_equal(is_wrong(values[v], values[w], &f32, &f64), v != w);
            assert_true(v == w ? f32.max_error == 0 : isinf(f32.max_error));
            assert_true(v == w ? f64.max_error == 0 : isinf(f64.max_error));
            assert_true(f32.max_ulp == 0 && f64.max_ulp == 0); /* no distance to speak of */
        }
    }
    struct gs_match found = {0};
    gs_match_f32(&found, 0, -(float)NAN, (double)NAN, 0); /* a NaN's sign and bits are no value */
    assert_int_equal(found.wrong, 0);
}

/* The poison of outputs reads as NaN. */
static void poison_fails(void **state)
{
    (void)state;
    float f32;
    double f64;
    memset(&f32, 0xff, sizeof f32);
    memset(&f64, 0xff, sizeof f64);
    struct gs_match found = {0};
    gs_match_f32(&found, 0, f32, 0, 1);
    gs_match_f64(&found, 1, f64, 0, 1);
    assert_int_equal(found.wrong, 2);
}

static void the_tolerance_is_included(void **state)
{
    (void)state;
    const double tolerance = 0.25, above = nextafter(1.25, 2);
    struct gs_match found = {0};
    gs_match_f64(&found, 0, 1.25, 1, tolerance);
    gs_match_f64(&found, 1, 0.75, 1, tolerance);
    gs_match_f64(&found, 2, -5.0, -4, tolerance); /* relative to the reference */
    gs_match_f64(&found, 3, 0.25, 0, tolerance);  /* absolute where that is 0 */
    gs_match_f32(&found, 4, 1.25f, 1, tolerance);
    assert_int_equal(found.wrong, 0);
    assert_true(found.max_error == tolerance);
    gs_match_f64(&found, 5, above, 1, tolerance);
    gs_match_f64(&found, 6, nextafter(0.25, 1), 0, tolerance);
    gs_match_f32(&found, 7, nextafterf(1.25f, 2), 1, tolerance);
    gs_match_f64(&found, 8, 1.0, -1, tolerance); /* the sign counts */
    assert_int_equal(found.wrong, 4);
    assert_int_equal(found.first_wrong, 5);
}

/* ---- units in the last place ----------------------------------------------------------------- */

static double ulp_f32(float got, double want)
{
    struct gs_match found = {0};
    gs_match_f32(&found, 0, got, want, 1);
    return found.max_ulp;
}

static double ulp_f64(double got, long double want)
{
    struct gs_match found = {0};
    gs_match_f64(&found, 0, got, want, 1);
    return found.max_ulp;
}

/* From the smallest number to the largest power of two. */
static void a_neighbour_is_one_unit_away(void **state)
{
    (void)state;
    for (int exponent = -149; exponent < 128; exponent++) {
        float value = ldexpf(1, exponent), above = nextafterf(value, INFINITY);
        assert_true(ulp_f32(above, (double)value) == 1);
        assert_true(ulp_f32(-above, -(double)value) == 1);
        /* Below a power of two the distance is half as large, unless the numbers are denormal. */
        float below = nextafterf(value, 0);
        assert_true(ulp_f32(below, (double)value) == (exponent > -126 ? 0.5 : 1));
        assert_true(below == 0 || ulp_f32(value, (double)below) == 1);
    }
    for (int exponent = -1074; exponent < 1024; exponent++) {
        double value = ldexp(1, exponent), above = nextafter(value, INFINITY);
        assert_true(ulp_f64(above, (long double)value) == 1);
        double below = nextafter(value, 0);
        assert_true(ulp_f64(below, (long double)value) == (exponent > -1022 ? 0.5 : 1));
        assert_true(below == 0 || ulp_f64(value, (long double)below) == 1);
    }
}

/* The unit is that of the binade which the reference lies in, not of the number it rounds to. */
static void a_reference_between_two_numbers(void **state)
{
    (void)state;
    const double want = 1.0 + 0x1p-25; /* a quarter of a unit above 1 */
    assert_true(ulp_f32(1.0f, want) == 0.25);
    assert_true(ulp_f32(1.0f + 0x1p-23f, want) == 0.75);
    assert_true(ulp_f32(2.0f, 2.0 - 0x1p-25) == 0.25);
    assert_true(ulp_f32(0x1p-149f, 0x1p-151) == 0.75);
    assert_true(ulp_f32(0x1p-149f, 0x1p-160) == 1 - 0x1p-11);
    if (LDBL_MANT_DIG <= DBL_MANT_DIG)
        skip(); /* the reference is no wider than f64 */
    assert_true(ulp_f64(1.0, 1.0L + 0x1p-54L) == 0.25);
    assert_true(ulp_f64(2.0, 2.0L - 0x1p-60L) == 0x1p-8);
    assert_true(ulp_f64(2.0 - 0x1p-52, 2.0L - 0x1p-60L) == 1 - 0x1p-8);
    assert_true(ulp_f64(0x1p-1074, 1e-330L) == 1);
}

/* The first element with an error need not be the one with the most units, nor the largest error.
 */
static void the_most_units_are_kept(void **state)
{
    (void)state;
    struct gs_match found = {0}, other = {0};
    gs_match_f32(&found, 0, 1.75f + 0x1p-23f, 1.75, 1); /* 1 unit, an error of 2^-23 / 1.75 */
    gs_match_f32(&found, 1, 1.0f + 0x1p-23f, 1.0, 1);   /* 1 unit, the largest error */
    assert_true(found.max_ulp == 1 && found.max_error == 0x1p-23);
    gs_match_f32(&found, 2, 1.75f + 0x1p-22f, 1.75 + 0x1p-24, 1);
    assert_true(found.max_ulp == 1.5 && found.max_error == 0x1p-23);
    gs_match_f32(&found, 2, 1.75f + 0x1p-22f, 1.75, 1); /* 2 units */
    gs_match_f32(&found, 3, 1.0f, 1.0, 1);
    assert_true(found.max_ulp == 2);
    gs_match_f64(&other, 4, 1.0 + 3 * 0x1p-52, 1.0L, 1);
    gs_match_merge(&found, &other);
    assert_true(found.max_ulp == 3);
    other = (struct gs_match){0};
    gs_match_merge(&found, &other);
    assert_true(found.max_ulp == 3 && found.wrong == 0);
    /* Of integers, and of what should be 0, there are none. */
    gs_match_integer(&other, 0, 5, 3);
    gs_match_f64(&other, 0, 1.0, 0.0L, 2);
    assert_true(other.max_ulp == 0);
}

static void integers_are_exact(void **state)
{
    (void)state;
    struct gs_match found = {0};
    gs_match_integer(&found, 4, INT64_MAX, INT64_MAX - 1);
    assert_int_equal(found.wrong, 1);
    gs_match_integer(&found, 5, INT64_MAX, INT64_MIN); /* a difference beyond int64_t */
    assert_int_equal(found.wrong, 2);
    assert_int_equal(found.first_wrong, 4);
    assert_string_equal(found.got, "9223372036854775807");
    assert_string_equal(found.want, "9223372036854775806");
    assert_true(found.max_error > 1.8e19);
}

static struct gs_match comparison_of(size_t begin, size_t end, const int64_t *got)
{
    struct gs_match found = {0};
    for (size_t i = begin; i < end; i++)
        gs_match_integer(&found, i, got[i], 0);
    return found;
}

/* Parts merged in any order give what one pass over the whole gives. */
static void merging_forgets_the_order(void **state)
{
    (void)state;
    const int64_t got[8] = {0, 0, 0, 5, 0, -9, 0, 2};
    const size_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const size_t ends[4] = {0, 3, 5, 8};
    struct gs_match whole = comparison_of(0, 8, got);
    for (size_t o = 0; o < 6; o++) {
        struct gs_match all = {0};
        for (size_t k = 0; k < 3; k++) {
            size_t part = orders[o][k];
            struct gs_match found = comparison_of(ends[part], ends[part + 1], got);
            gs_match_merge(&all, &found);
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
    struct gs_match right = {0}, wrong = {0};
    gs_match_f64(&right, 0, 1.5, 1, 1);
    gs_match_f64(&wrong, 1, 1.25, 1, 0);
    gs_match_merge(&wrong, &right);
    assert_true(wrong.max_error == 0.5);
    assert_int_equal(wrong.wrong, 1);
    assert_int_equal(wrong.first_wrong, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_values_pass),
        cmocka_unit_test(what_is_no_number_fails),
        cmocka_unit_test(a_reference_that_is_no_number_wants_the_same),
        cmocka_unit_test(poison_fails),
        cmocka_unit_test(the_tolerance_is_included),
        cmocka_unit_test(a_neighbour_is_one_unit_away),
        cmocka_unit_test(a_reference_between_two_numbers),
        cmocka_unit_test(the_most_units_are_kept),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(merging_forgets_the_order),
        cmocka_unit_test(merging_keeps_the_error_of_right_parts),
    };
    return cmocka_run_group_tests_name("comparisons", tests, NULL, NULL);
}
