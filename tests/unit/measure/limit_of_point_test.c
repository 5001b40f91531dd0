/* What binds a time, on lessons and limits made for this test. */
#include "test.h"

#include "dtype.h"
#include "limit_of_point.h"
#include "record.h"

#include <math.h>

static int do_nothing(const struct gs_call *call)
{
    (void)call;
    return 0;
}

static size_t traffic(enum gs_dtype dtype, size_t n)
{
    return 3 * n * gs_dtype_bytes(dtype);
}

enum { CPU, KERNEL, OWN_COPIES, INPUTS_ON_DEVICE, STAGES };

static const struct gs_variant variants[] = {
    [CPU] = {.name = "threads", .place = GS_CPU_PARALLEL, .run = do_nothing, .about = ""},
    [KERNEL] = {.name = "kernel", .place = GS_DEVICE, .run = do_nothing, .about = ""},
    [OWN_COPIES] = {.name = "own", .place = GS_DEVICE, .run = do_nothing, .traits = GS_OWN_COPIES},
    [INPUTS_ON_DEVICE] = {.name = "inputs",
                          .place = GS_DEVICE,
                          .run = do_nothing,
                          .traits = GS_OWN_COPIES | GS_INPUTS_ON_DEVICE},
    [STAGES] = {.name = "stages",
                .place = GS_DEVICE,
                .run = do_nothing,
                .traits = GS_OWN_COPIES | GS_USES_SLOTS},
};

static const struct gs_array arrays[] = {{.name = "a", .role = GS_INPUT},
                                         {.name = "b", .role = GS_UPDATED},
                                         {.name = "c", .role = GS_OUTPUT},
                                         {.name = "d", .role = GS_SCRATCH},
                                         {.name = "e", .role = GS_ZEROED}};

#define WORKLOAD(title)                                                                            \
    .name = title, .arrays = arrays, .array_count = GS_COUNT(arrays), .dtypes = GS_DTYPES_ALL,     \
    .sizes = "1", .block = 1, .variants = variants, .variant_count = GS_COUNT(variants)

enum { STREAMING, COMPUTING, BOTH, UNDESCRIBED };

static const struct gs_workload workloads[] = {
    [STREAMING] = {WORKLOAD("streaming"), .traffic = traffic},
    [COMPUTING] = {WORKLOAD("computing"), .arithmetic = {.mads = 100, .exps = 5}},
    [BOTH] = {WORKLOAD("both"), .traffic = traffic, .arithmetic = {.mads = 2}},
    [UNDESCRIBED] = {WORKLOAD("undescribed")},
};

/* Round numbers in the order of a large GPU's, and of its host's. */
static const struct gs_device_limits device = {
    .copy_bytes_per_s = 4e12,
    .empty_kernel_s = 3e-6,
    .empty_batch_s = 1e-6,
    .arithmetic = {{3e13, 1.5e13, 1.5e13, 4e12}, {4e12, 5e11}},
    .copies = {{1000, 10e-6, 12e-6, 10e-6, 20e-6},
               {100000, 20e-6, 22e-6, 40e-6, 80e-6},
               {10000000, 200e-6, 220e-6, 1000e-6, 2000e-6}},
    .copy_count = 3,
};

static const struct gs_cpu_limits cpu = {
    .copy_bytes_per_s = 1e11,
    .arithmetic = {{1e12, 5e11, 8e11, 1e11}, {5e10, 2e10}},
};

static struct gs_point point_of(int workload, int variant, enum gs_dtype dtype, size_t n)
{
    return (struct gs_point){.workload = &workloads[workload],
                             .variant = &variants[variant],
                             .dtype = dtype,
                             .n = n,
                             .block = 1,
                             .sweeps_n = true};
}

static struct gs_point_limit bound_of(int workload, int variant, enum gs_dtype dtype, size_t n,
                                      enum gs_residency residency, enum gs_cache cache)
{
    struct gs_point point = point_of(workload, variant, dtype, n);
    return gs_limit_of_point(&point, residency, cache, &device, &cpu);
}

static void assert_bound(struct gs_point_limit bound, enum gs_limit limit, double seconds)
{
    assert_string_equal(gs_limit_name(bound.limit), gs_limit_name(limit));
    if (fabs(bound.seconds - seconds) > 1e-9 * seconds)
        fail_msg("%g s, should be %g s", bound.seconds, seconds);
}

/* From a launch that costs more than all it does, to memory that is read for long. */
static void large_arrays_are_bound_by_bytes(void **state)
{
    (void)state;
    double before_s = 0;
    enum gs_limit before = GS_LAUNCHES;
    for (size_t n = 0; n < (size_t)1 << 40; n = 2 * n + 1) {
        struct gs_point_limit bound =
            bound_of(BOTH, KERNEL, GS_F32, n, GS_RESIDENCY_DEVICE, GS_CACHE_COLD);
        double bytes_s = 12.0 * (double)n / 4e12;
        assert_bound(bound, bytes_s > 3e-6 ? GS_BYTES : GS_LAUNCHES, fmax(bytes_s, 3e-6));
        assert_true(bound.seconds >= before_s);
        assert_true(before == GS_LAUNCHES || bound.limit == GS_BYTES); /* and never back */
        before_s = bound.seconds;
        before = bound.limit;
    }
    assert_int_equal(before, GS_BYTES);
}

static void kernels_in_a_row_start_faster(void **state)
{
    (void)state;
    assert_bound(bound_of(BOTH, KERNEL, GS_F64, 1, GS_RESIDENCY_DEVICE, GS_CACHE_COLD), GS_LAUNCHES,
                 3e-6);
    assert_bound(bound_of(BOTH, KERNEL, GS_F64, 1, GS_RESIDENCY_DEVICE, GS_CACHE_WARM), GS_LAUNCHES,
                 1e-6);
}

/* Each dtype at its own rate; an exponential of an integer is none. */
static void arithmetic_adds_up(void **state)
{
    (void)state;
    const double n = 1e9;
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        double mads_s = 100 * n / device.arithmetic.mads[dtype];
        double exps_s = dtype <= GS_F64 ? 5 * n / device.arithmetic.exps[dtype] : 0;
        assert_bound(bound_of(COMPUTING, KERNEL, (enum gs_dtype)dtype, (size_t)n,
                              GS_RESIDENCY_DEVICE, GS_CACHE_COLD),
                     GS_ARITHMETIC, mads_s + exps_s);
    }
}

static void a_baseline_is_held_against_the_cpu(void **state)
{
    (void)state;
    const size_t n = 1000000;
    assert_bound(bound_of(BOTH, CPU, GS_F32, n, GS_RESIDENCY_HOST, GS_CACHE_WARM), GS_BYTES,
                 12e6 / 1e11);
    assert_bound(bound_of(COMPUTING, CPU, GS_F64, n, GS_RESIDENCY_HOST, GS_CACHE_WARM),
                 GS_ARITHMETIC, 100e6 / 5e11 + 5e6 / 2e10);
    assert_bound(bound_of(BOTH, CPU, GS_F32, 0, GS_RESIDENCY_HOST, GS_CACHE_WARM), GS_NO_LIMIT, 0);
}

/* Of 12500 f32, 100000 bytes go in (a and b) and as many out (b and c). */
static void directions_overlap_where_memory_is_pinned(void **state)
{
    (void)state;
    const size_t n = 12500;
    assert_bound(bound_of(STREAMING, KERNEL, GS_F32, n, GS_RESIDENCY_PINNED, GS_CACHE_ANY),
                 GS_COPIES, 22e-6);
    assert_bound(bound_of(STREAMING, KERNEL, GS_F32, n, GS_RESIDENCY_PAGEABLE, GS_CACHE_ANY),
                 GS_COPIES, 120e-6);
    assert_bound(bound_of(STREAMING, STAGES, GS_F32, n, GS_RESIDENCY_PAGEABLE, GS_CACHE_ANY),
                 GS_COPIES, 22e-6);
    /* b alone goes in. */
    double in_s = gs_limit_copy_s(&device, 50000, false, true);
    assert_true(in_s > 10e-6 && in_s < 40e-6);
    assert_bound(
        bound_of(STREAMING, INPUTS_ON_DEVICE, GS_F32, n, GS_RESIDENCY_PAGEABLE, GS_CACHE_ANY),
        GS_COPIES, in_s + 80e-6);
}

/* What was not measured binds nothing; neither does what is not described. */
static void nothing_measured_is_no_limit(void **state)
{
    (void)state;
    const struct gs_device_limits no_device = {0};
    const struct gs_cpu_limits no_cpu = {0};
    static const enum gs_residency all[] = {GS_RESIDENCY_HOST, GS_RESIDENCY_DEVICE,
                                            GS_RESIDENCY_PAGEABLE, GS_RESIDENCY_PINNED};
    for (size_t i = 0; i < GS_COUNT(all); i++) {
        int variant = all[i] == GS_RESIDENCY_HOST ? CPU : KERNEL;
        struct gs_point point = point_of(BOTH, variant, GS_F32, 1000);
        assert_bound(gs_limit_of_point(&point, all[i], GS_CACHE_ANY, &no_device, &no_cpu),
                     GS_NO_LIMIT, 0);
        assert_bound(bound_of(UNDESCRIBED, variant, GS_F32, 1000, all[i], GS_CACHE_ANY),
                     GS_NO_LIMIT, 0);
    }
    assert_string_equal(gs_limit_name(GS_NO_LIMIT), "");
}

/* ---- copies ---------------------------------------------------------------------------------- */

static void copies_between_sizes_are_interpolated(void **state)
{
    (void)state;
    double before_s = 0;
    assert_true(gs_limit_copy_s(&device, 0, true, true) == 0);
    for (double size = 1; size < 1e12; size *= 1.1) {
        size_t bytes = (size_t)size;
        double in_s = gs_limit_copy_s(&device, bytes, true, true);
        assert_true(in_s >= before_s);
        assert_true(gs_limit_copy_s(&device, bytes, true, false) > in_s);
        assert_true(gs_limit_copy_s(&device, bytes, false, true) >= in_s);
        before_s = in_s;
    }
    for (size_t i = 0; i < device.copy_count; i++) {
        const struct gs_copy_limit *copy = &device.copies[i];
        assert_true(gs_limit_copy_s(&device, copy->bytes, true, true) == copy->pinned_in_s);
        assert_true(gs_limit_copy_s(&device, copy->bytes, false, false) == copy->pageable_out_s);
    }
    /* Half way between two powers; below the smallest; at the rate of the largest. */
    assert_true(fabs(gs_limit_copy_s(&device, 10000, false, true) - 20e-6) < 1e-12);
    assert_true(gs_limit_copy_s(&device, 1, true, false) == 12e-6);
    assert_true(fabs(gs_limit_copy_s(&device, 1000000000, true, true) - 20e-3) < 1e-9);
}

/* Where memory could not be page-locked, there is no limit for it. */
static void a_copy_not_measured_is_passed_over(void **state)
{
    (void)state;
    struct gs_device_limits some = device;
    some.copies[1].pinned_in_s = 0;
    double seconds = gs_limit_copy_s(&some, 100000, true, true);
    assert_true(seconds > 10e-6 && seconds < 200e-6);
    some.copies[0].pinned_in_s = some.copies[2].pinned_in_s = 0;
    assert_true(gs_limit_copy_s(&some, 100000, true, true) == 0);
}

static size_t sizes_of(struct gs_point *points, size_t count, size_t *out)
{
    const struct gs_plan plan = {points, count};
    size_t found = gs_limit_copy_sizes(&plan, out);
    for (size_t i = 1; i < found; i++)
        assert_true(out[i - 1] < out[i]);
    assert_true(found == 0 || (out[0] > 0 && out[found - 1] <= GS_COPY_LIMIT_BYTES));
    return found;
}

static void copies_of_the_plan_are_measured(void **state)
{
    (void)state;
    struct gs_point points[] = {
        point_of(STREAMING, KERNEL, GS_F32, 1000),
        point_of(STREAMING, KERNEL, GS_F64, 500), /* the same bytes */
        point_of(STREAMING, INPUTS_ON_DEVICE, GS_F32, 1000),
        point_of(STREAMING, CPU, GS_F32, 70),
        point_of(STREAMING, KERNEL, GS_F32, (size_t)1 << 40),
        point_of(STREAMING, KERNEL, GS_F32, 0),
        point_of(STREAMING, KERNEL, GS_F32, 90),
    };
    points[6].sweeps_n = false; /* timed on the device alone */
    size_t sizes[GS_COPY_LIMITS];
    assert_int_equal(sizes_of(points, GS_COUNT(points), sizes), 3);
    assert_int_equal(sizes[0], 4000);
    assert_int_equal(sizes[1], 8000);
    assert_int_equal(sizes[2], GS_COPY_LIMIT_BYTES);
}

/* More sizes than there is room for: every copy still has a measured one near to it. */
static void many_sizes_are_thinned_out(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    static struct gs_point points[COUNT];
    size_t sizes[GS_COPY_LIMITS];
    for (size_t i = 0; i < COUNT; i++) /* in no order */
        points[i] =
            point_of(STREAMING, KERNEL, GS_F32, (size_t)exp(15 * (double)(i * 7 % COUNT) / COUNT));
    assert_int_equal(sizes_of(points, COUNT, sizes), GS_COPY_LIMITS);
    assert_int_equal(sizes[0], 8);
    for (size_t i = 1; i < GS_COPY_LIMITS; i++)
        assert_true(sizes[i] < 8 * sizes[i - 1]);
    assert_true(sizes[GS_COPY_LIMITS - 1] > 20000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_arrays_are_bound_by_bytes),
        cmocka_unit_test(kernels_in_a_row_start_faster),
        cmocka_unit_test(arithmetic_adds_up),
        cmocka_unit_test(a_baseline_is_held_against_the_cpu),
        cmocka_unit_test(directions_overlap_where_memory_is_pinned),
        cmocka_unit_test(nothing_measured_is_no_limit),
        cmocka_unit_test(copies_between_sizes_are_interpolated),
        cmocka_unit_test(a_copy_not_measured_is_passed_over),
        cmocka_unit_test(copies_of_the_plan_are_measured),
        cmocka_unit_test(many_sizes_are_thinned_out),
    };
    return cmocka_run_group_tests_name("bound", tests, NULL, NULL);
}
