/* Limits, measured here: on a GPU those that a GPU can have, on the simulator none. */
#include "test.h"
#include "test_device.h"

#include "cpu_limits.h"

static void assert_rate(const char *name, double per_s)
{
    /* Run by qemu on a busy machine, an Arm processor made 2e5 exponentials of doubles a second,
     * and more of all else. */
    if (!(per_s > 1e3 && per_s < 1e16))
        fail_msg("%s: %g a second", name, per_s);
}

static void assert_arithmetic(const struct gs_arithmetic_limits *limits)
{
    static const char *const names[] = {"f32", "f64", "i32", "i64"};
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        print_message("multiply-adds of %s: %.3g a second\n", names[dtype], limits->mads[dtype]);
        assert_rate("multiply-adds", limits->mads[dtype]);
    }
    for (int dtype = GS_F32; dtype <= GS_F64; dtype++) {
        print_message("exponentials of %s: %.3g a second\n", names[dtype], limits->exps[dtype]);
        assert_rate("exponentials", limits->exps[dtype]);
    }
}

static void a_cpu_has_limits(void **state)
{
    (void)state;
    struct gs_cpu_limits limits = gs_cpu_measure_limits(0);
    assert_rate("bytes copied", limits.copy_bytes_per_s);
    assert_arithmetic(&limits.arithmetic);
}

/* 4 bytes, as a sum comes back, to as many as are measured at all. */
static const size_t sizes[] = {4, 4096, 1 << 20, 16 << 20, GS_COPY_LIMIT_BYTES};

static void assert_copies(const struct gs_device_limits *limits)
{
    assert_int_equal(limits->copy_count, GS_COUNT(sizes));
    for (size_t i = 0; i < GS_COUNT(sizes); i++) {
        const struct gs_copy_limit *copy = &limits->copies[i];
        print_message("copy of %zu bytes: pinned %.3g s in, %.3g s out; pageable %.3g s in, "
                      "%.3g s out\n",
                      copy->bytes, copy->pinned_in_s, copy->pinned_out_s, copy->pageable_in_s,
                      copy->pageable_out_s);
        assert_int_equal(copy->bytes, sizes[i]);
        assert_true(copy->pinned_in_s > 1e-7 && copy->pinned_in_s < 10);
        assert_true(copy->pinned_out_s > 1e-7 && copy->pinned_out_s < 10);
        if (copy->bytes < 1 << 20) /* small ones may go with the command, pinned or not */
            continue;
        assert_true(copy->pinned_in_s < 1.5 * copy->pageable_in_s);
        assert_true(copy->pinned_out_s < 1.5 * copy->pageable_out_s);
    }
}

static void a_gpu_has_limits(const struct gs_device_limits *limits)
{
    print_message("copy %.4g bytes/s; pinned %.3g in, %.3g out; empty kernel %.3g s, in a row "
                  "%.3g s\n",
                  limits->copy_bytes_per_s, limits->pinned_in_bytes_per_s,
                  limits->pinned_out_bytes_per_s, limits->empty_kernel_s, limits->empty_batch_s);
    assert_rate("bytes copied", limits->copy_bytes_per_s);
    assert_rate("bytes in", limits->pinned_in_bytes_per_s);
    assert_rate("bytes out", limits->pinned_out_bytes_per_s);
    assert_rate("bytes both ways", limits->pinned_both_bytes_per_s);
    assert_true(limits->empty_kernel_s > 0 && limits->empty_kernel_s < 1e-3);
    assert_true(limits->empty_batch_s > 0 && limits->empty_batch_s < 1e-3);
    assert_arithmetic(&limits->arithmetic);
    assert_true(limits->arithmetic.mads[GS_F32] > 1e9);
    assert_true(limits->arithmetic.mads[GS_F64] <= 1.1 * limits->arithmetic.mads[GS_F32]);
    for (int dtype = GS_F32; dtype <= GS_F64; dtype++) /* each is made of several */
        assert_true(limits->arithmetic.exps[dtype] < limits->arithmetic.mads[dtype]);
    assert_copies(limits);
}

static void a_device_has_limits(void **state)
{
    struct gs_error error = {0};
    struct gs_device_limits limits;
    static const struct gs_device_limits none = {0};
    assert_int_equal(gs_device_measure_limits(*state, sizes, GS_COUNT(sizes), &limits, &error),
                     GS_OK);
    if (gs_device_facts(*state)->simulated)
        assert_memory_equal(&limits, &none, sizeof none);
    else
        a_gpu_has_limits(&limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cpu_has_limits),
        cmocka_unit_test(a_device_has_limits),
    };
    return cmocka_run_group_tests_name("limits", tests, gs_test_open_device, gs_test_close_device);
}
