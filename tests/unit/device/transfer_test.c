/* What a host-to-host run copies: how often, how much each way, and which elements. */
#include "test.h"
#include "test_device.h"

#include "add_one.h"
#include "arrays.h"
#include "faults.h"
#include "transfer.h"

#include <omp.h>

enum { N = 1000 };

static const struct gs_workload workload = {ADD_ONE};

/* Elements 100 to 199 in three pieces, one of them empty; 150 to 159 out, twice. */
static int copy_pieces(const struct gs_call *call)
{
    int error = gs_copy_in(call, IN, 100, 60, call->stream);
    error |= gs_copy_in(call, IN, 160, 0, call->streams[0]);
    error |= gs_copy_in(call, IN, 160, 40, call->streams[1]);
    error |= gs_copy_out(call, IN, 150, 10, call->stream);
    error |= gs_copy_out(call, IN, 150, 10, call->stream);
    return error;
}

static int copy_nothing(const struct gs_call *call)
{
    (void)call;
    return 0;
}

enum { THREADS = 4, PIECE = 2 };

/* All threads copy to the device and back by way of the slots, two elements at a time;
 * what comes back is in `out`. */
static int copy_in_threads(const struct gs_call *call)
{
    int error = 0;
#pragma omp parallel num_threads(THREADS) reduction(| : error)
    {
        const struct gs_slot *slot = &call->slots[omp_get_thread_num()];
#pragma omp for
        for (size_t i = 0; i < N; i += PIECE) {
            memcpy(slot->memory, (int32_t *)call->host[IN] + i, PIECE * sizeof(int32_t));
            error |= gs_copy_in_from(call, IN, i, PIECE, slot->memory, slot->stream);
            error |= gs_copy_out_to(call, IN, i, PIECE, slot->memory, slot->stream);
            error |= gs_copy_wait(slot->stream);
            memcpy((int32_t *)call->host[OUT] + i, slot->memory, PIECE * sizeof(int32_t));
        }
    }
    return error;
}

/* In where the device has no such memory. */
static int copy_too_much(const struct gs_call *call)
{
    return gs_copy_in(call, IN, (size_t)1 << 40, 1, call->stream);
}

/* A job over arrays of its own. */
struct setting {
    struct gs_device *device;
    struct gs_arrays arrays;
    struct gs_job job;
};

static struct setting set_up(struct gs_device *device, enum gs_dtype dtype, gs_run_fn *run,
                             unsigned traits)
{
    const struct gs_variant variant = {.name = "copies", .traits = traits};
    struct gs_point point = {.workload = &workload, .variant = &variant, .dtype = dtype, .n = N};
    struct setting s = {.device = device};
    struct gs_error error;
    assert_int_equal(gs_arrays_make(&s.arrays, &point, 1, device, &error), GS_OK);
    s.job = (struct gs_job){.run = run,
                            .traits = traits,
                            .call = {.dtype = dtype, .n = N, .block = 128},
                            .arrays = workload.arrays,
                            .array_count = workload.array_count};
    return s;
}

/* The job's pointers into the setting, which has its place only now. */
static struct gs_job *job_of(struct setting *s)
{
    s->job.call.arrays = s->arrays.device_data;
    s->job.call.host = s->arrays.host_data;
    s->job.host = s->arrays.host;
    s->job.device = s->arrays.device;
    return &s->job;
}

static void own_copies_are_counted(void **state)
{
    static const struct {
        enum gs_dtype dtype;
        size_t bytes;
    } types[] = {{GS_I32, 4}, {GS_F32, 4}, {GS_F64, 8}, {GS_I64, 8}};
    for (size_t i = 0; i < GS_COUNT(types); i++) {
        /* The fill knows two dtypes; the bytes of the others are as good. */
        struct setting s = set_up(*state, GS_I32, copy_pieces, GS_OWN_COPIES);
        struct gs_host_run stages;
        s.job.call.dtype = types[i].dtype;
        s.job.call.n = N / 2;
        assert_true(gs_device_trace(s.device, job_of(&s), &stages));
        assert_int_equal(stages.copies, 5);
        assert_int_equal(stages.in_bytes, 100 * types[i].bytes);
        assert_int_equal(stages.out_bytes, 20 * types[i].bytes);
        assert_true(stages.copy_in_s >= 0 && stages.kernel_s >= 0 && stages.copy_out_s >= 0);
        gs_arrays_release(&s.arrays, s.device);
    }
}

static void a_run_without_copies_has_none(void **state)
{
    struct setting s = set_up(*state, GS_I32, copy_nothing, GS_OWN_COPIES);
    struct gs_host_run stages;
    assert_true(gs_device_trace(s.device, job_of(&s), &stages));
    assert_int_equal(stages.copies, 0);
    assert_int_equal(stages.in_bytes + stages.out_bytes, 0);
    gs_arrays_release(&s.arrays, s.device);
}

static void the_right_elements_are_copied(void **state)
{
    struct setting s = set_up(*state, GS_I32, copy_pieces, GS_OWN_COPIES);
    struct gs_error error;
    int32_t now[N], *in = s.arrays.host_data[IN];
    assert_int_equal(gs_arrays_poison_inputs(&s.arrays, s.device, &error), GS_OK);
    assert_null(gs_device_run(s.device, job_of(&s)).failure);
    assert_int_equal(
        gs_device_copy_out(s.device, now, s.arrays.device_data[IN], sizeof now, &error), GS_OK);
    for (int32_t i = 0; i < N; i++)
        assert_int_equal(now[i], i >= 100 && i < 200 ? i : -1);
    /* And back, over what was there. */
    memset(in, 0, N * sizeof *in);
    s.job.run = copy_pieces;
    s.job.call.arrays = (void *[]){s.arrays.device_data[IN], NULL, NULL};
    assert_null(gs_device_run(s.device, &s.job).failure);
    for (int32_t i = 0; i < N; i++)
        assert_int_equal(in[i], 0); /* zeros went in, and zeros came back */
    gs_arrays_release(&s.arrays, s.device);
}

static void threads_copy_through_slots(void **state)
{
    struct setting s = set_up(*state, GS_I32, copy_in_threads, GS_OWN_COPIES | GS_USES_SLOTS);
    struct gs_host_run stages;
    struct gs_error error;
    int32_t *out = s.arrays.host_data[OUT];
    for (int traced = 0; traced < 2; traced++) {
        struct gs_outcome outcome = {0};
        gs_arrays_reset_host(&s.arrays);
        assert_int_equal(gs_arrays_poison_inputs(&s.arrays, s.device, &error), GS_OK);
        if (traced)
            assert_true(gs_device_trace(s.device, job_of(&s), &stages));
        else
            outcome = gs_device_run(s.device, job_of(&s));
        assert_null(outcome.failure);
        assert_int_equal(traced ? stages.copies : outcome.copies, 2 * N / PIECE);
        assert_int_equal(traced ? stages.in_bytes : outcome.copied_in_bytes, N * sizeof *out);
        assert_int_equal(traced ? stages.out_bytes : outcome.copied_out_bytes, N * sizeof *out);
        for (int32_t i = 0; i < N; i++)
            assert_int_equal(out[i], i);
    }
    gs_arrays_release(&s.arrays, s.device);
}

static void a_copy_that_fails_fails_the_run(void **state)
{
    struct setting s = set_up(*state, GS_I32, copy_too_much, GS_OWN_COPIES);
    struct gs_host_run stages;
    assert_non_null(gs_device_run(s.device, job_of(&s)).failure);
    assert_false(gs_device_trace(s.device, job_of(&s), &stages));
    assert_true(gs_device_sample_host(s.device, job_of(&s)).total_s < 0);
    s.job.run = copy_pieces;
    assert_null(gs_device_run(s.device, &s.job).failure); /* the device is whole */
    gs_arrays_release(&s.arrays, s.device);
}

/* Where the harness copies: each input in, each output out, and no zeros or scratch. */
static void copies_of_the_harness_are_known(void **state)
{
    struct setting s = set_up(*state, GS_F32, faulty_on_device(NO_FAULT), 0);
    struct gs_host_run stages;
    assert_true(gs_device_trace(s.device, job_of(&s), &stages));
    assert_int_equal(stages.copies, 2);
    assert_int_equal(stages.in_bytes, N * sizeof(float));
    assert_int_equal(stages.out_bytes, N * sizeof(float));
    gs_arrays_reset_host(&s.arrays);
    assert_true(gs_device_sample_host(s.device, job_of(&s)).total_s > 0);
    assert_true(((float *)s.arrays.host_data[OUT])[N - 1] == 100);
    gs_arrays_release(&s.arrays, s.device);
}

static void updated_arrays_go_both_ways(void **state)
{
    static const struct gs_array arrays[] = {[IN] = {.name = "in", .role = GS_UPDATED},
                                             [OUT] = {.name = "out", .role = GS_SCRATCH},
                                             [ZEROS] = {.name = "zeros", .role = GS_INPUT}};
    struct setting s = set_up(*state, GS_F32, faulty_on_device(NO_FAULT), 0);
    struct gs_host_run stages;
    s.job.arrays = arrays;
    assert_true(gs_device_trace(s.device, job_of(&s), &stages));
    assert_int_equal(stages.copies, 3);
    assert_int_equal(stages.in_bytes, 2 * N * sizeof(float));
    assert_int_equal(stages.out_bytes, N * sizeof(float));
    gs_arrays_release(&s.arrays, s.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_copies_are_counted),
        cmocka_unit_test(a_run_without_copies_has_none),
        cmocka_unit_test(the_right_elements_are_copied),
        cmocka_unit_test(threads_copy_through_slots),
        cmocka_unit_test(a_copy_that_fails_fails_the_run),
        cmocka_unit_test(copies_of_the_harness_are_known),
        cmocka_unit_test(updated_arrays_go_both_ways),
    };
    return cmocka_run_group_tests_name("transfer", tests, gs_test_open_device,
                                       gs_test_close_device);
}
