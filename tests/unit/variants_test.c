/*
 * Every variant of every lesson, at the sizes that find a missing bounds check, in every dtype and
 * at several blocks; kernels on the simulator, verified as a run verifies them.
 */
#include "test.h"
#include "test_device.h"

#include "arrays.h"
#include "device.h"
#include "dtype.h"
#include "registry.h"

#include <omp.h>

static const size_t sizes[] = {0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1000, 4099};
static const unsigned blocks[] = {1, 32, 96, 256, 1024};
static const uint64_t seed = 20;

static const char *run_kernel(struct gs_device *device, struct gs_arrays *arrays,
                              const struct gs_variant *variant, unsigned block)
{
    struct gs_job job = {.run = variant->run,
                         .call = {arrays->dtype, arrays->n, block, arrays->device_data, NULL},
                         .arrays = arrays->workload->arrays,
                         .array_count = arrays->workload->array_count,
                         .host = arrays->host,
                         .device = arrays->device};
    struct gs_error error;
    bool lost;
    assert_int_equal(gs_arrays_poison_device(arrays, device, &error), GS_OK);
    const char *failure = gs_device_run(device, &job, &lost);
    assert_false(lost);
    return failure;
}

static void check_kernel(struct gs_device *device, struct gs_arrays *arrays,
                         const struct gs_variant *variant, unsigned block)
{
    struct gs_finding finding;
    struct gs_error error;
    const char *failure = run_kernel(device, arrays, variant, block);
    if (failure == NULL)
        assert_int_equal(gs_arrays_verify_device(arrays, device, &finding, &error), GS_OK);
    if (failure != NULL || finding.verdict != GS_RIGHT)
        fail_msg("%s %s n=%zu block %u: %s", variant->name, gs_dtype_name(arrays->dtype), arrays->n,
                 block, failure != NULL ? failure : finding.detail);
}

static void check_baseline(struct gs_arrays *arrays, const struct gs_variant *variant)
{
    for (int threads = 1; threads <= 3; threads++) {
        struct gs_call call = {.dtype = arrays->dtype, .n = arrays->n, .arrays = arrays->host_data};
        omp_set_num_threads(threads);
        gs_arrays_poison_host(arrays);
        assert_int_equal(variant->run(&call), 0);
        struct gs_finding finding = gs_arrays_verify_host(arrays);
        if (finding.verdict != GS_RIGHT)
            fail_msg("%s %s n=%zu with %d threads: %s", variant->name, gs_dtype_name(arrays->dtype),
                     arrays->n, threads, finding.detail);
    }
}

static void check_point(struct gs_device *device, const struct gs_point *point)
{
    const struct gs_workload *workload = point->workload;
    struct gs_arrays arrays;
    struct gs_error error = {0};
    if (gs_arrays_make(&arrays, point, seed, device, &error) != GS_OK)
        fail_msg("%s n=%zu: %s", workload->name, point->n, error.text);
    for (size_t v = 0; v < workload->variant_count; v++) {
        const struct gs_variant *variant = &workload->variants[v];
        if (variant->place != GS_DEVICE)
            check_baseline(&arrays, variant);
        for (size_t b = 0; variant->place == GS_DEVICE && b < GS_COUNT(blocks); b++)
            check_kernel(device, &arrays, variant, blocks[b]);
    }
    gs_arrays_release(&arrays, device);
}

typedef void visit_fn(struct gs_device *device, const struct gs_workload *workload,
                      enum gs_dtype dtype);

/* Calls visit for every dtype of every workload of every lesson. */
static void for_each_dtype(struct gs_device *device, visit_fn *visit)
{
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *lesson = gs_lesson_at(i);
        for (size_t w = 0; w < lesson->workload_count; w++) {
            for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
                if (lesson->workloads[w].dtypes & GS_DTYPE_BIT((enum gs_dtype)dtype))
                    visit(device, &lesson->workloads[w], (enum gs_dtype)dtype);
            }
        }
    }
}

static void visit_sizes(struct gs_device *device, const struct gs_workload *workload,
                        enum gs_dtype dtype)
{
    for (size_t i = 0; i < GS_COUNT(sizes); i++) {
        struct gs_point point = {.workload = workload, .dtype = dtype, .n = sizes[i]};
        check_point(device, &point);
    }
}

static void every_variant_is_right(void **state)
{
    for_each_dtype(*state, visit_sizes);
}

/* Blocks that CUDA refuses are refused, write nothing, and cost nothing that follows. */
static void visit_refusals(struct gs_device *device, const struct gs_workload *workload,
                           enum gs_dtype dtype)
{
    static const unsigned refused[] = {0, 1025, 2048};
    struct gs_point point = {.workload = workload, .dtype = dtype, .n = 1000};
    struct gs_arrays arrays;
    struct gs_error error;
    assert_int_equal(gs_arrays_make(&arrays, &point, seed, device, &error), GS_OK);
    for (size_t v = 0; v < workload->variant_count; v++) {
        const struct gs_variant *variant = &workload->variants[v];
        for (size_t b = 0; variant->place == GS_DEVICE && b < GS_COUNT(refused); b++) {
            struct gs_finding finding;
            const char *failure = run_kernel(device, &arrays, variant, refused[b]);
            if (failure == NULL)
                fail_msg("%s ran with %u threads a block", variant->name, refused[b]);
            assert_contains(failure, "invalid");
            assert_int_equal(gs_arrays_verify_device(&arrays, device, &finding, &error), GS_OK);
            assert_int_equal(finding.verdict, GS_WRONG_ANSWER);
            check_kernel(device, &arrays, variant, 64);
        }
    }
    gs_arrays_release(&arrays, device);
}

static void impossible_blocks_are_refused(void **state)
{
    for_each_dtype(*state, visit_refusals);
}

/* Inputs depend on the seed and on nothing else: chunks filled apart are the whole. */
static void visit_inputs(struct gs_device *device, const struct gs_workload *workload,
                         enum gs_dtype dtype)
{
    (void)device;
    struct gs_point point = {.workload = workload, .dtype = dtype, .n = 257};
    struct gs_arrays arrays, same, other;
    struct gs_error error;
    bool differs = false;
    assert_int_equal(gs_arrays_make(&arrays, &point, 1, NULL, &error), GS_OK);
    assert_int_equal(gs_arrays_make(&same, &point, 1, NULL, &error), GS_OK);
    assert_int_equal(gs_arrays_make(&other, &point, 2, NULL, &error), GS_OK);
    struct gs_data data = {dtype, point.n, 1, same.host_data};
    for (size_t a = 0; a < workload->array_count; a++) {
        size_t length = workload->length(a, point.n);
        if (workload->arrays[a].role != GS_INPUT)
            continue;
        memset(same.host_data[a], 0, same.host[a].bytes);
        for (size_t i = length; i-- > 0;)
            workload->fill(&data, a, i, i + 1);
        assert_memory_equal(arrays.host_data[a], same.host_data[a], arrays.host[a].bytes);
        differs |= memcmp(arrays.host_data[a], other.host_data[a], arrays.host[a].bytes) != 0;
    }
    assert_true(differs);
    gs_arrays_release(&arrays, NULL);
    gs_arrays_release(&same, NULL);
    gs_arrays_release(&other, NULL);
}

static void inputs_are_functions_of_the_seed(void **state)
{
    for_each_dtype(*state, visit_inputs);
}

/* An output of nothing but zeros, as a kernel that never ran may leave, is never right. */
static void visit_zeros(struct gs_device *device, const struct gs_workload *workload,
                        enum gs_dtype dtype)
{
    (void)device;
    struct gs_point point = {.workload = workload, .dtype = dtype, .n = 257};
    struct gs_arrays arrays;
    struct gs_error error;
    assert_int_equal(gs_arrays_make(&arrays, &point, seed, NULL, &error), GS_OK);
    for (size_t a = 0; a < workload->array_count; a++) {
        if (workload->arrays[a].role == GS_OUTPUT)
            memset(arrays.host_data[a], 0, arrays.host[a].bytes);
    }
    struct gs_finding finding = gs_arrays_verify_host(&arrays);
    assert_int_equal(finding.verdict, GS_WRONG_ANSWER);
    gs_arrays_release(&arrays, NULL);
}

static void zeros_are_no_answer(void **state)
{
    for_each_dtype(*state, visit_zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_is_right),
        cmocka_unit_test(impossible_blocks_are_refused),
        cmocka_unit_test(inputs_are_functions_of_the_seed),
        cmocka_unit_test(zeros_are_no_answer),
    };
    return cmocka_run_group_tests_name("variants", tests, gs_test_open_device,
                                       gs_test_close_device);
}
