/*
 * Scalars and inputs that are no ordinary numbers: every variant of the lessons that define what
 * becomes of them, on the CPU and on the device, says the same.
 */
#include "test.h"
#include "test_device.h"

#include "arrays.h"
#include "device.h"
#include "registry.h"

#include <math.h>

enum { N = 300 };

/* One workload at one dtype, with scalars and inputs of the test's own. */
struct setting {
    struct gs_device *device;
    struct gs_arrays arrays;
    size_t out; /* which array is the output */
};

static void make(struct setting *s, struct gs_device *device, const char *lesson_name,
                 const char *workload_name, enum gs_dtype dtype)
{
    const struct gs_lesson *lesson;
    struct gs_point point = {.dtype = dtype, .n = N};
    struct gs_error error;
    assert_int_equal(gs_lesson_find(lesson_name, &lesson, &error), GS_OK);
    assert_int_equal(gs_workload_find(lesson, workload_name, &point.workload, &error), GS_OK);
    s->device = device;
    assert_int_equal(gs_arrays_make(&s->arrays, &point, 1, device, &error), GS_OK);
    while (point.workload->arrays[s->out].role != GS_OUTPUT)
        s->out++;
}

static void put(struct setting *s, size_t array, size_t index, double value)
{
    if (s->arrays.dtype == GS_F32)
        ((float *)s->arrays.host_data[array])[index] = (float)value;
    else
        ((double *)s->arrays.host_data[array])[index] = value;
}

static double get(const struct setting *s, size_t array, size_t index)
{
    return s->arrays.dtype == GS_F32 ? (double)((const float *)s->arrays.host_data[array])[index]
                                     : ((const double *)s->arrays.host_data[array])[index];
}

/* Leaves what the variant computes in the host's output. */
static void run(struct setting *s, const struct gs_variant *variant)
{
    struct gs_arrays *a = &s->arrays;
    struct gs_call call = {.dtype = a->dtype,
                           .n = N,
                           .block = 64,
                           .scalars = a->scalars,
                           .arrays = a->host_data,
                           .host = a->host_data};
    struct gs_error error;
    memset(a->host_data[s->out], GS_POISON, a->host[s->out].bytes);
    if (variant->place != GS_DEVICE) {
        assert_int_equal(variant->run(&call), 0);
        return;
    }
    call.arrays = a->device_data;
    assert_int_equal(gs_arrays_restore_inputs(a, s->device, &error), GS_OK);
    struct gs_job job = {.run = variant->run, .traits = variant->traits, .call = call};
    assert_null(gs_device_run(s->device, &job).failure);
    if (!(variant->traits & GS_OWN_COPIES))
        assert_int_equal(gs_device_copy_out(s->device, a->host_data[s->out], a->device_data[s->out],
                                            a->host[s->out].bytes, &error),
                         GS_OK);
}

typedef void expect_fn(const struct setting *s, const struct gs_variant *variant);

static void expect_of_all(struct setting *s, expect_fn *expect)
{
    for (size_t v = 0; v < s->arrays.workload->variant_count; v++) {
        const struct gs_variant *variant = &s->arrays.workload->variants[v];
        run(s, variant);
        expect(s, variant);
    }
}

#define expect_that(condition, s, variant, what)                                                   \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s %s: " what, (s)->arrays.workload->name, (variant)->name);                 \
    } while (0)

/* ---- gaussian_pdf: no density without a width ------------------------------------------------ */

enum { X, MEAN = 0, SIGMA = 1 };

static void all_nan(const struct setting *s, const struct gs_variant *variant)
{
    for (size_t i = 0; i < N; i++)
        expect_that(isnan(get(s, s->out, i)), s, variant, "a bad sigma gave a number");
}

static void nothing_far_out(const struct setting *s, const struct gs_variant *variant)
{
    expect_that(isnan(get(s, s->out, 1)), s, variant, "NaN gave a number");
    expect_that(get(s, s->out, 2) == 0, s, variant, "infinity gave something");
    expect_that(get(s, s->out, 3) == 0, s, variant, "minus infinity gave something");
    for (size_t i = 4; i < N; i++)
        expect_that(get(s, s->out, i) > 0, s, variant, "a neighbour of them lost its value");
}

static void gaussian(struct gs_device *device, enum gs_dtype dtype)
{
    static const double bad[] = {0.0, -0.0, -1.0, NAN, -INFINITY};
    struct setting s = {0};
    make(&s, device, "gaussian_pdf", "gaussian_pdf", dtype);
    double sigma = s.arrays.scalars[SIGMA];
    for (size_t i = 0; i < GS_COUNT(bad); i++) {
        s.arrays.scalars[SIGMA] = bad[i];
        expect_of_all(&s, all_nan);
    }
    s.arrays.scalars[SIGMA] = sigma;
    put(&s, X, 1, NAN);
    put(&s, X, 2, INFINITY);
    put(&s, X, 3, -INFINITY);
    expect_of_all(&s, nothing_far_out);
    gs_arrays_release(&s.arrays, device);
}

static void a_gaussian_needs_a_width(void **state)
{
    gaussian(*state, GS_F32);
    gaussian(*state, GS_F64);
}

/* ---- pulses: no phase without a period ------------------------------------------------------- */

enum { T, NOISE, PERIOD = 0, AMPLITUDE = 1, THRESHOLD = 2 };

static void only_noise(const struct setting *s, const struct gs_variant *variant)
{
    for (size_t i = 0; i < N; i++)
        expect_that(get(s, s->out, i) == get(s, NOISE, i), s, variant,
                    "without a period there is more than the noise");
}

static void noise_decides(const struct setting *s, const struct gs_variant *variant)
{
    expect_that(isnan(get(s, s->out, 1)), s, variant, "noise that is NaN was suppressed");
    expect_that(get(s, s->out, 2) == 0, s, variant, "minus infinity was not suppressed");
    expect_that(isinf(get(s, s->out, 3)), s, variant, "infinite noise came out finite");
    for (size_t i = 4; i < N; i++) {
        double value = get(s, s->out, i);
        expect_that(value == 0 || value >= s->arrays.scalars[THRESHOLD], s, variant,
                    "a value under the threshold is left");
    }
}

static void pulses(struct gs_device *device, enum gs_dtype dtype)
{
    struct setting s = {0};
    make(&s, device, "pipelines", "pulses", dtype);
    double period = s.arrays.scalars[PERIOD], threshold = s.arrays.scalars[THRESHOLD];
    s.arrays.scalars[PERIOD] = 0;
    s.arrays.scalars[THRESHOLD] = -INFINITY; /* nothing is suppressed */
    expect_of_all(&s, only_noise);
    s.arrays.scalars[PERIOD] = period;
    s.arrays.scalars[THRESHOLD] = threshold;
    put(&s, NOISE, 1, NAN);
    put(&s, NOISE, 2, -INFINITY);
    put(&s, NOISE, 3, INFINITY);
    expect_of_all(&s, noise_decides);
    gs_arrays_release(&s.arrays, device);
}

static void pulses_need_a_period(void **state)
{
    pulses(*state, GS_F32);
    pulses(*state, GS_F64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gaussian_needs_a_width),
        cmocka_unit_test(pulses_need_a_period),
    };
    return cmocka_run_group_tests_name("special", tests, gs_test_open_device, gs_test_close_device);
}
