/*
 * Every variant of every lesson, at the sizes that find a missing bounds check, in every dtype and
 * at several blocks; kernels on the simulator, verified as a run verifies them.
 */
#include "test.h"
#include "test_device.h"

#include "device.h"
#include "dtype.h"
#include "measure_point.h"
#include "registry.h"
#include "verify.h"
#include "workload.h"

#include <omp.h>

static const size_t sizes[] = {0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1000, 4099};
static const unsigned blocks[] = {96, 1, 32, 256, 1024};
static const uint64_t seed = 20;

/* Whether a verdict is one that the variant may have: right, or wrong in its own way. */
static bool is_expected(const struct gs_variant *variant, const struct gs_record *record)
{
    static const enum gs_verdict shown[] = {[GS_SOUND] = GS_RIGHT,
                                            [GS_RACES] = GS_LOST_UPDATES,
                                            [GS_FALLS_SHORT] = GS_PARTIAL,
                                            [GS_ROUNDS] = GS_INACCURATE};
    bool missing =
        record->verdict == GS_SKIPPED && (variant->needs != NULL || variant->devices > 1);
    return record->verdict == GS_RIGHT || record->verdict == shown[variant->flaw] || missing;
}

/* The verdict of one point, as a run gives it; results has its record. */
static const struct gs_record *verify(struct gs_device *device, struct gs_arrays *arrays,
                                      const struct gs_point *point, struct gs_results *results)
{
    struct gs_bench bench = {.device = device,
                             .facts = device != NULL ? gs_device_facts(device) : NULL,
                             .verify_only = true,
                             .results = results};
    struct gs_error error;
    bool right;
    assert_int_equal(gs_point_measure(&bench, arrays, point, &right, &error), GS_OK);
    assert_false(bench.device_lost);
    assert_int_equal(results->count, 1);
    assert_int_equal(right, results->records[0].verdict == GS_RIGHT);
    return &results->records[0];
}

static void expect_right(struct gs_device *device, struct gs_arrays *arrays,
                         const struct gs_point *point, const char *how)
{
    struct gs_results results = {0};
    const struct gs_record *record = verify(device, arrays, point, &results);
    if (!is_expected(point->variant, record))
        fail_msg("%s %s %s n=%zu grid %u block %u%s: %s: %s", point->workload->name,
                 point->variant->name, gs_dtype_name(point->dtype), point->n, point->grid,
                 point->block, how, gs_verdict_name(record->verdict), record->detail);
    gs_results_release(&results);
}

static void check_baseline(struct gs_arrays *arrays, const struct gs_point *point)
{
    for (int threads = 1; threads <= 3; threads++) {
        char how[32];
        snprintf(how, sizeof how, " with %d threads", threads);
        omp_set_num_threads(threads);
        expect_right(NULL, arrays, point, how);
    }
}

/* Where the work grows with the launch, the lesson says what would take too long; and a test can
 * wait less. */
static bool is_refused(const struct gs_point *point)
{
    if (point->workload->grid > 0 && point->n * point->block > (size_t)1 << 16)
        return true;
    char why[256];
    struct gs_bench bench = {0};
    struct gs_point on_cpu = *point;
    struct gs_variant variant = *point->variant;
    variant.place = GS_CPU_SERIAL; /* what is asked here is the workload, not the device's memory */
    on_cpu.variant = &variant;
    return !gs_point_can_run(&bench, &on_cpu, why);
}

static void check_size(struct gs_device *device, struct gs_point point)
{
    const struct gs_workload *workload = point.workload;
    struct gs_arrays arrays;
    struct gs_error error = {0};
    if (gs_arrays_make(&arrays, &point, seed, device, &error) != GS_OK)
        fail_msg("%s n=%zu: %s", workload->name, point.n, error.text);
    for (size_t v = 0; v < workload->variant_count; v++) {
        point.variant = &workload->variants[v];
        point.grid = workload->grid;
        for (size_t b = 0; b < (GS_TEST_EVERY_BLOCK ? GS_COUNT(blocks) : 1); b++) {
            bool kernel = point.variant->place == GS_DEVICE;
            point.block = kernel || workload->grid > 0 ? blocks[b] : 0;
            if (is_refused(&point))
                continue;
            if (kernel)
                expect_right(device, &arrays, &point, "");
            else if (b == 0 || workload->grid > 0)
                check_baseline(&arrays, &point);
        }
    }
    gs_arrays_release(&arrays, device);
}

/* A point without a variant, a size or a launch. */
typedef void visit_fn(struct gs_device *device, struct gs_point point);

/* Calls visit for every dtype of every workload of every lesson. */
static void for_each_dtype(struct gs_device *device, visit_fn *visit)
{
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *lesson = gs_lesson_at(i);
        for (size_t w = 0; w < lesson->workload_count; w++) {
            for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
                struct gs_point point = {.lesson = lesson,
                                         .workload = &lesson->workloads[w],
                                         .dtype = (enum gs_dtype)dtype};
                if (point.workload->dtypes & GS_DTYPE_BIT(point.dtype))
                    visit(device, point);
            }
        }
    }
}

static void visit_sizes(struct gs_device *device, struct gs_point point)
{
    for (size_t i = 0; i < GS_COUNT(sizes); i++) {
        point.n = sizes[i];
        check_size(device, point);
    }
}

static void every_variant_is_right(void **state)
{
    for_each_dtype(*state, visit_sizes);
}

/* Blocks that CUDA refuses are refused, write nothing, and cost nothing that follows. */
static void check_refusal(struct gs_device *device, struct gs_arrays *arrays, struct gs_point point,
                          unsigned block)
{
    struct gs_results results = {0};
    point.block = block;
    const struct gs_record *record = verify(device, arrays, &point, &results);
    bool skipped = record->verdict == GS_SKIPPED &&
                   (point.variant->needs != NULL || point.variant->devices > 1);
    if (record->verdict != GS_LAUNCH_FAILED && !skipped)
        fail_msg("%s %s with %u threads a block: %s", point.workload->name, point.variant->name,
                 block, gs_verdict_name(record->verdict));
    if (!skipped)
        assert_contains(record->detail, "invalid");
    gs_results_release(&results);
    point.block = 64;
    expect_right(device, arrays, &point, " after a refused launch");
}

static void visit_refusals(struct gs_device *device, struct gs_point point)
{
    static const unsigned refused[] = {0, 1025, 2048};
    const struct gs_workload *workload = point.workload;
    struct gs_arrays arrays;
    struct gs_error error;
    point.n = 1000;
    point.grid = workload->grid;
    assert_int_equal(gs_arrays_make(&arrays, &point, seed, device, &error), GS_OK);
    for (size_t v = 0; v < workload->variant_count; v++) {
        point.variant = &workload->variants[v];
        for (size_t b = 0; point.variant->place == GS_DEVICE && b < GS_COUNT(refused); b++) {
            if (!(point.variant->traits & GS_ANY_BLOCK))
                check_refusal(device, &arrays, point, refused[b]);
        }
    }
    gs_arrays_release(&arrays, device);
}

static void impossible_blocks_are_refused(void **state)
{
    for_each_dtype(*state, visit_refusals);
}

/* Inputs depend on the seed and on nothing else: chunks filled apart are the whole. */
static void visit_inputs(struct gs_device *device, struct gs_point point)
{
    (void)device;
    const struct gs_workload *workload = point.workload;
    struct gs_arrays arrays, same, other;
    struct gs_error error;
    bool has_inputs = false, differs = false;
    point.n = 257;
    assert_int_equal(gs_arrays_make(&arrays, &point, 1, NULL, &error), GS_OK);
    assert_int_equal(gs_arrays_make(&same, &point, 1, NULL, &error), GS_OK);
    assert_int_equal(gs_arrays_make(&other, &point, 2, NULL, &error), GS_OK);
    struct gs_data data = {.dtype = point.dtype,
                           .n = point.n,
                           .seed = 1,
                           .scalars = same.scalars,
                           .arrays = same.host_data};
    for (size_t a = 0; a < workload->array_count; a++) {
        size_t length = gs_workload_length(workload, a, point.n);
        if (workload->arrays[a].role != GS_INPUT && workload->arrays[a].role != GS_UPDATED)
            continue;
        has_inputs |= workload->arrays[a].role == GS_INPUT;
        memset(same.host_data[a], 0, same.host[a].bytes);
        for (size_t i = length; i-- > 0;)
            gs_workload_fill(workload, &data, a, i, i + 1);
        assert_memory_equal(arrays.host_data[a], same.host_data[a], arrays.host[a].bytes);
        differs |= memcmp(arrays.host_data[a], other.host_data[a], arrays.host[a].bytes) != 0;
    }
    assert_true(differs || !has_inputs);
    gs_arrays_release(&arrays, NULL);
    gs_arrays_release(&same, NULL);
    gs_arrays_release(&other, NULL);
}

static void inputs_are_functions_of_the_seed(void **state)
{
    for_each_dtype(*state, visit_inputs);
}

/* An output of nothing but zeros, as a kernel that never ran may leave, is never right. */
static void visit_zeros(struct gs_device *device, struct gs_point point)
{
    (void)device;
    static const struct gs_variant sound = {.name = "zeros", .flaw = GS_SOUND};
    const struct gs_workload *workload = point.workload;
    struct gs_arrays arrays;
    struct gs_error error;
    point.n = 257;
    assert_int_equal(gs_arrays_make(&arrays, &point, seed, NULL, &error), GS_OK);
    for (size_t a = 0; a < workload->array_count; a++) {
        if (workload->arrays[a].role == GS_OUTPUT || workload->arrays[a].role == GS_UPDATED)
            memset(arrays.host_data[a], 0, arrays.host[a].bytes);
    }
    point.variant = &sound;
    point.grid = workload->grid;
    point.block = 256;
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_WRONG_ANSWER);
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
