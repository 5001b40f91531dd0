/*
 * Verify, time, verify again: what a kernel must be to have a time. No GPU is needed: this program
 * alone is linked with a device whose facts say that it is not simulated, so that the simulator's
 * runs are timed. The times mean nothing; that there are some, or none, is what is asked.
 */
#include "test.h"
#include "test_device.h"

#include "add_one.h"
#include "faults.h"
#include "measure_parts.h"
#include "measure_point.h"
#include "transfer.h"

#include <stdlib.h>

/* What the cache holds is not the question here, and to flush one takes its time. */
int __wrap_gs_probe_flush(const void *memory, size_t bytes, void *stream);
int __wrap_gs_probe_flush(const void *memory, size_t bytes, void *stream)
{
    (void)memory, (void)bytes, (void)stream;
    return 0;
}

enum { N = 1000, REFUSED = 9 /* cudaErrorInvalidConfiguration */, UNKNOWN = 999 };

/* ---- kernels that change their mind ---------------------------------------------------------- */

/* What the kernels below do once they have run `good_runs` times. */
enum change { SPOILS, IS_REFUSED, SAYS_WHY, DOES_NOTHING };

static unsigned runs, good_runs;
static enum change change;
static enum fault fault; /* that it spoils its arrays by */

static int run_kernel(const struct gs_call *call)
{
    if (++runs <= good_runs)
        return faulty_on_device(NO_FAULT)(call);
    switch (change) {
    case IS_REFUSED:
        return REFUSED;
    case SAYS_WHY:
        if (call->reason != NULL)
            snprintf(call->reason, GS_REASON_BYTES, "MemoryError: no room");
        return UNKNOWN;
    case DOES_NOTHING:
        return 0;
    default:
        return faulty_on_device(fault)(call);
    }
}

/* With copies of its own. What it copied in serves it as room for something else behind that. */
static int copy_around(const struct gs_call *call)
{
    gs_copy_in(call, IN, 0, call->n, call->stream);
    int error = run_kernel(call);
    gs_copy_out(call, OUT, 0, call->n, call->stream);
    gs_copy_in_from(call, IN, 0, call->n, call->host[OUT], call->stream);
    return error;
}

/* Copies and launches while it is right, and then nothing any more. */
static int copy_around_or_rest(const struct gs_call *call)
{
    return runs >= good_runs ? 0 : copy_around(call);
}

/* As where a wait between two streams is missing: right where they are one and the same. */
static int overlap(const struct gs_call *call)
{
    if (call->streams[0] == call->stream)
        runs = 0;
    gs_copy_in(call, IN, 0, call->n, call->stream);
    int error = run_kernel(call);
    gs_copy_out(call, OUT, 0, call->n, call->stream);
    return error;
}

/* out[i] += 1 */
static int run_in_place(const struct gs_call *call)
{
    void *arrays[] = {call->arrays[OUT], call->arrays[OUT], call->arrays[ZEROS]};
    struct gs_call on_out = *call;
    on_out.arrays = arrays;
    return run_kernel(&on_out);
}

/* ---- running them ---------------------------------------------------------------------------- */

static const struct gs_array arrays_in_place[] = {[IN] = {.name = "in", .role = GS_INPUT},
                                                  [OUT] = {.name = "out", .role = GS_UPDATED},
                                                  [ZEROS] = {.name = "zeros", .role = GS_ZEROED}};

enum { APART, IN_PLACE };

static const struct gs_workload workloads[] = {
    [APART] = {ADD_ONE},
    [IN_PLACE] = {.name = "add_one_in_place",
                  .arrays = arrays_in_place,
                  .array_count = GS_COUNT(arrays_in_place),
                  .fill = add_one_fill,
                  .compare = add_one_compare},
};
static const struct gs_lesson lesson = {
    .number = 9, .slug = "test", .title = "test", .workloads = workloads, .workload_count = 2};
static const struct gs_lesson kernel_file = {.slug = "test",
                                             .title = "test",
                                             .workloads = workloads,
                                             .workload_count = 2,
                                             .source = "test.cu"};

static void *device; /* of all tests: struct gs_device */

struct fixture {
    struct gs_arrays arrays;
    struct gs_results results;
    struct gs_bench bench;
    struct gs_variant variant;
    struct gs_point point;
};

/* What is measured next, over the same arrays, and from when on it is not right any more. */
static void choose(struct fixture *f, gs_run_fn *run, unsigned traits, unsigned good)
{
    f->variant =
        (struct gs_variant){.name = "kernel", .place = GS_DEVICE, .run = run, .traits = traits};
    f->point = (struct gs_point){.lesson = &lesson,
                                 .workload = f->arrays.workload,
                                 .variant = &f->variant,
                                 .dtype = GS_I32,
                                 .n = N,
                                 .block = 128,
                                 .sweeps_n = true};
    runs = 0;
    good_runs = good;
}

enum { ALWAYS = 1 << 30 };

static int set_up_with(void **state, const struct gs_workload *workload)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct gs_error error;
    if (f == NULL)
        return -1;
    f->bench = (struct gs_bench){
        .device = device, .facts = gs_device_facts(device), .results = &f->results};
    f->arrays.workload = workload;
    choose(f, run_kernel, 0, ALWAYS);
    change = SPOILS;
    *state = f;
    return gs_arrays_make(&f->arrays, &f->point, 1, device, &error) == GS_OK ? 0 : -1;
}

static int set_up(void **state)
{
    return set_up_with(state, &workloads[APART]);
}

static int set_up_in_place(void **state)
{
    return set_up_with(state, &workloads[IN_PLACE]);
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    gs_arrays_release(&f->arrays, device);
    gs_results_release(&f->results);
    free(f);
    return 0;
}

/* Returns how many records the point made; *last is the last of them. */
static size_t measure(struct fixture *f, const struct gs_record **last)
{
    struct gs_error error = {0};
    bool right;
    size_t before = f->results.count;
    if (gs_point_measure(&f->bench, &f->arrays, &f->point, &right, &error) != GS_OK)
        fail_msg("%s", error.text);
    *last = &f->results.records[f->results.count - 1];
    assert_int_equal(right, (*last)->verdict == GS_RIGHT);
    return f->results.count - before;
}

/* Only the host-to-host time, without a first run that is verified. */
static const struct gs_record *measure_host_to_host(struct fixture *f)
{
    struct gs_error error = {0};
    if (gs_measure_host_to_host(&f->bench, &f->arrays, &f->point, GS_RESIDENCY_PAGEABLE, &error) !=
        GS_OK)
        fail_msg("%s", error.text);
    return &f->results.records[f->results.count - 1];
}

static void assert_timed(const struct gs_record *record)
{
    assert_int_equal(record->verdict, GS_RIGHT);
    assert_false(record->simulated);
    assert_true(record->time.count >= 5);
    assert_non_null(record->time.samples);
    assert_true(record->time.median_s > 0);
}

static void assert_no_time(const struct gs_record *record, enum gs_verdict verdict,
                           const char *words)
{
    assert_int_equal(record->verdict, verdict);
    assert_contains(record->detail, words);
    assert_int_equal(record->time.count, 0);
    assert_null(record->time.samples);
    assert_true(record->time.median_s == 0);
}

/* Nothing is left of what ran before: who comes next is right. */
static void assert_next_is_right(struct fixture *f)
{
    struct gs_error error = {0};
    struct gs_verification verification;
    choose(f, run_kernel, 0, ALWAYS);
    assert_int_equal(gs_run_and_verify(&f->bench, &f->arrays, &f->point, &verification, &error),
                     GS_OK);
    if (verification.verdict != GS_RIGHT)
        fail_msg("the next kernel is blamed: %s", verification.detail);
}

static const char *const words_of[FAULT_COUNT] = {
    [WRITES_BEFORE] = "wrote out[-3], outside of the array",
    [WRITES_BEHIND] = "wrote out[1002], outside of the array",
    [WRITES_INPUT] = "changed its input in",
    [BEFORE_INPUT] = "wrote in[-1], outside of the array",
    [LEAVES_OUT_LAST] =
        "1 of 1000 wrong, the first at index 999: got -1 (never written, or made of junk?)",
    [WRITES_NAN] = "1 of 1000 wrong, the first at index 333",
    [WRITES_ZERO] = "1000 of 1000 wrong, the first at index 0: got 0, should be 1",
    [LEAVES_NO_ZERO] = "left zeros other than zero",
};

/* ---- tests ----------------------------------------------------------------------------------- */

static void a_right_kernel_has_all_its_times(void **state)
{
    struct fixture *f = *state;
    struct gs_error error;
    const struct gs_record *last;
    assert_int_equal(measure(f, &last), 3); /* cold, warm, host to host */
    assert_true(gs_point_is_pinned(&f->bench, &f->point));
    assert_int_equal(gs_point_measure_pinned(&f->bench, &f->arrays, &f->point, &error), GS_OK);
    assert_int_equal(f->results.count, 4);
    for (size_t i = 0; i < f->results.count; i++)
        assert_timed(&f->results.records[i]);
    choose(f, copy_around, GS_OWN_COPIES, ALWAYS);
    assert_int_equal(measure(f, &last), 1);
    assert_timed(last);
    assert_int_equal(last->copies, 3);
    assert_int_equal(last->copied_in_bytes, 2 * N * sizeof(int32_t));
    assert_next_is_right(f);
}

/* That it has no graph here is said, and is no reason to leave out what comes behind. */
static void calls_are_timed_where_asked_for(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *last;
    f->bench.per_call = true;
    assert_int_equal(measure(f, &last), 5);
    for (size_t i = 0; i < f->results.count; i++) {
        if (i == 3)
            assert_no_time(&f->results.records[i], GS_SKIPPED, "CUDA records no graph of it");
        else
            assert_timed(&f->results.records[i]);
    }
}

static void wrong_while_timed_is_no_time(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *last;
    for (fault = WRITES_BEFORE; fault < FAULT_COUNT; fault++) {
        choose(f, run_kernel, 0, 1); /* the first run is verified: right */
        assert_int_equal(measure(f, &last), 1);
        assert_no_time(last, GS_WRONG_ANSWER, words_of[fault]);
        assert_next_is_right(f);
    }
}

/* What the run before left is not taken for an answer. */
static void idle_while_timed_is_no_time(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *last;
    change = DOES_NOTHING;
    choose(f, run_kernel, 0, 1);
    assert_int_equal(measure(f, &last), 1);
    assert_no_time(last, GS_WRONG_ANSWER,
                   "1000 of 1000 wrong, the first at index 0: got -1 (never");
    choose(f, run_kernel, 0, 0);
    assert_no_time(measure_host_to_host(f), GS_WRONG_ANSWER,
                   "got -1 (never written, or made of junk?)");
    choose(f, copy_around_or_rest, GS_OWN_COPIES, 1);
    assert_int_equal(measure(f, &last), 1);
    assert_no_time(last, GS_WRONG_ANSWER, "got -1 (never written, or made of junk?)");
}

static void wrong_from_host_to_host_is_no_time(void **state)
{
    static const enum fault faults[] = {WRITES_BEHIND, LEAVES_OUT_LAST, WRITES_ZERO,
                                        LEAVES_NO_ZERO};
    struct fixture *f = *state;
    for (size_t i = 0; i < 2 * GS_COUNT(faults); i++) {
        fault = faults[i / 2];
        choose(f, i % 2 ? copy_around : run_kernel, i % 2 ? GS_OWN_COPIES : 0, 0);
        assert_no_time(measure_host_to_host(f), GS_WRONG_ANSWER, words_of[fault]);
        assert_next_is_right(f);
    }
}

/* The stages are told apart by runs in one stream; those are not what was timed. */
static void what_was_timed_is_verified_and_not_a_tamer_run(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *last;
    fault = WRITES_ZERO;
    choose(f, overlap, GS_OWN_COPIES, 1);
    assert_int_equal(measure(f, &last), 1);
    assert_no_time(last, GS_WRONG_ANSWER, words_of[WRITES_ZERO]);
}

/* Its input on the device is then what it used it for: the next one is not to find that. */
static void who_fails_while_timed_leaves_nothing_behind(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *last;
    change = IS_REFUSED;
    choose(f, run_kernel, 0, 1);
    assert_int_equal(measure(f, &last), 1);
    assert_no_time(last, GS_LAUNCH_FAILED, "failed while it was timed: invalid configuration");
    change = SAYS_WHY;
    choose(f, run_kernel, 0, 1);
    assert_int_equal(measure(f, &last), 1);
    assert_no_time(last, GS_LAUNCH_FAILED, "failed while it was timed: MemoryError: no room");
    change = IS_REFUSED;
    assert_false(f->bench.device_lost);
    assert_next_is_right(f);
    choose(f, copy_around, GS_OWN_COPIES, 1);
    assert_int_equal(measure(f, &last), 1);
    assert_no_time(last, GS_LAUNCH_FAILED, "failed while it was timed: invalid configuration");
    assert_next_is_right(f);
    choose(f, copy_around, GS_OWN_COPIES, 0); /* in its first run */
    assert_int_equal(measure(f, &last), 1);
    assert_no_time(last, GS_LAUNCH_FAILED, "invalid configuration");
    assert_next_is_right(f);
}

/* Of a user's kernel file: the output that its first timed runs left is no answer of the others. */
static void idle_at_the_end_of_timing_is_no_time(void **state)
{
    enum { FIRST_RUNS = 6 }; /* the untimed ones, and a few that are timed */
    struct fixture *f = *state;
    const struct gs_record *last;
    change = DOES_NOTHING;
    choose(f, run_kernel, 0, FIRST_RUNS);
    f->point.lesson = &kernel_file;
    assert_int_equal(measure(f, &last), 1);
    assert_true(runs > FIRST_RUNS);
    assert_no_time(last, GS_WRONG_ANSWER,
                   "right at first, and no longer once it was timed: 1000 of");
    choose(f, run_kernel, 0, 1);
    f->point.lesson = &kernel_file;
    assert_no_time(measure_host_to_host(f), GS_WRONG_ANSWER,
                   "got -1 (never written, or made of junk?)");
    assert_next_is_right(f);
    choose(f, run_kernel, 0, ALWAYS);
    f->point.lesson = &kernel_file;
    assert_int_equal(measure(f, &last), 3);
    assert_timed(last);
}

/* What is updated many times while it is timed is right or not by a run from the start. */
static void updates_in_place_are_verified_from_the_start(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *last;
    choose(f, run_in_place, 0, ALWAYS);
    assert_int_equal(measure(f, &last), 3);
    for (size_t i = 0; i < f->results.count; i++)
        assert_timed(&f->results.records[i]);
    fault = WRITES_ZERO;
    choose(f, run_in_place, 0, 1);
    assert_int_equal(measure(f, &last), 1);
    assert_no_time(last, GS_WRONG_ANSWER, "1000 of 1000 wrong");
    choose(f, run_in_place, 0, 0);
    assert_no_time(measure_host_to_host(f), GS_WRONG_ANSWER, "1000 of 1000 wrong");
}

int main(void)
{
#define WITH_ARRAYS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_ARRAYS(a_right_kernel_has_all_its_times),
        WITH_ARRAYS(calls_are_timed_where_asked_for),
        WITH_ARRAYS(wrong_while_timed_is_no_time),
        WITH_ARRAYS(idle_while_timed_is_no_time),
        WITH_ARRAYS(idle_at_the_end_of_timing_is_no_time),
        WITH_ARRAYS(wrong_from_host_to_host_is_no_time),
        WITH_ARRAYS(what_was_timed_is_verified_and_not_a_tamer_run),
        WITH_ARRAYS(who_fails_while_timed_leaves_nothing_behind),
        cmocka_unit_test_setup_teardown(updates_in_place_are_verified_from_the_start,
                                        set_up_in_place, tear_down),
    };
    gs_test_open_device(&device);
    int failed = cmocka_run_group_tests_name("measure_device", tests, NULL, NULL);
    gs_test_close_device(&device);
    return failed;
}
