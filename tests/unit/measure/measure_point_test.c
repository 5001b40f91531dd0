/*
 * One point from its run to its record: what is launched, how often, and what becomes of variants
 * that race, refuse, give up, or forget a copy. The device is the simulator's.
 */
#include "test.h"
#include "test_device.h"

#include "add_one.h"
#include "faults.h"
#include "make_record.h"
#include "measure_point.h"
#include "transfer.h"

enum { N = 1000, NOT_SUPPORTED = 801 /* cudaErrorNotSupported */ };

/* ---- variants that copy for themselves ------------------------------------------------------- */

static int launch(const struct gs_call *call)
{
    return faulty_on_device(NO_FAULT)(call);
}

/* Copies in, launches, and copies `back` elements out. */
static int copy_around(const struct gs_call *call, bool in, size_t back)
{
    int error = in ? gs_copy_in(call, IN, 0, call->n, call->stream) : 0;
    if (error == 0)
        error = launch(call);
    return error != 0 ? error : gs_copy_out(call, OUT, 0, back, call->stream);
}

static int copy_all(const struct gs_call *call)
{
    return copy_around(call, true, call->n);
}

static int forget_input(const struct gs_call *call)
{
    return copy_around(call, false, call->n);
}

static int forget_output(const struct gs_call *call)
{
    int error = gs_copy_in(call, IN, 0, call->n, call->stream);
    return error != 0 ? error : launch(call);
}

static int forget_last(const struct gs_call *call)
{
    return copy_around(call, true, call->n - 1);
}

/* A quarter in each of the further streams, which nobody waits for here. */
static int copy_in_streams(const struct gs_call *call)
{
    int error = 0;
    for (size_t i = 0; error == 0 && i < GS_STREAMS; i++) {
        size_t begin = call->n * i / GS_STREAMS, end = call->n * (i + 1) / GS_STREAMS;
        struct gs_call part = *call;
        void *arrays[] = {(int32_t *)call->arrays[IN] + begin, (int32_t *)call->arrays[OUT] + begin,
                          call->arrays[ZEROS]};
        part.n = end - begin;
        part.arrays = arrays;
        part.stream = call->streams[i];
        error = gs_copy_in(call, IN, begin, part.n, part.stream);
        if (error == 0)
            error = launch(&part);
        if (error == 0)
            error = gs_copy_out(call, OUT, begin, part.n, part.stream);
    }
    return error;
}

static int spoil_input(const struct gs_call *call)
{
    int error = faulty_on_device(WRITES_INPUT)(call);
    return error != 0 ? error : gs_copy_out(call, OUT, 0, call->n, call->stream);
}

static int need_more(const struct gs_call *call)
{
    (void)call;
    return NOT_SUPPORTED;
}

/* A library of another program, which has its own words for what is wrong. */
static int say(const struct gs_call *call, int code)
{
    snprintf(call->reason, GS_REASON_BYTES, "cannot start: RuntimeError: no driver");
    return code;
}

static int say_why_not(const struct gs_call *call)
{
    return say(call, NOT_SUPPORTED);
}

static int say_what_failed(const struct gs_call *call)
{
    return say(call, 999);
}

/* ---- baselines, which count their runs ------------------------------------------------------- */

static unsigned runs;
static struct gs_call last_call;

static int32_t *add(const struct gs_call *call)
{
    int32_t *in = call->arrays[IN], *out = call->arrays[OUT];
    for (size_t i = 0; i < call->n; i++)
        out[i] = in[i] + 1;
    last_call = *call;
    runs++;
    return out;
}

static int right(const struct gs_call *call)
{
    add(call);
    return 0;
}

static int give_up(const struct gs_call *call)
{
    add(call);
    return 5;
}

/* Right in the first run, then three answers by turns. */
static int three_answers(const struct gs_call *call)
{
    int32_t *out = add(call);
    out[0] -= (int32_t)(runs - 1) % 3;
    return 0;
}

static int lost_then_trespass(const struct gs_call *call)
{
    int32_t *out = add(call);
    out[runs == 4 ? call->n : 0] -= 1;
    return 0;
}

/* As when the race comes up only while it is timed. */
static int wrong_after_many(const struct gs_call *call)
{
    int32_t *out = add(call);
    out[0] -= runs > 12;
    return 0;
}

/* Out of memory in the middle of it, say, and with something half done. */
static int give_up_after_many(const struct gs_call *call)
{
    int32_t *in = call->arrays[IN], *out = add(call);
    if (runs <= 12)
        return 0;
    in[0] = 7;
    out[call->n] = 7;
    return 5;
}

static void judge(const struct gs_data *data, struct gs_judgement *out)
{
    if (data->variant->flaw != GS_RACES)
        return;
    out->verdict = GS_LOST_UPDATES;
    out->lost = 0.5;
    snprintf(out->sentence, sizeof out->sentence, "lost some");
}

static void scalars(size_t n, double *out)
{
    out[0] = 2.0 * (double)n;
}

static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    return variant->place == GS_DEVICE && n == 10 && grid == 3 && block == 64 ? "takes hours"
                                                                              : NULL;
}

static const struct gs_workload workload = {ADD_ONE, .judge = judge, .refuse = refuse,
                                            .scalars = scalars};
static const struct gs_lesson lesson = {
    .number = 9, .slug = "test", .title = "test", .workloads = &workload, .workload_count = 1};

/* ---- running them ---------------------------------------------------------------------------- */

struct fixture {
    struct gs_device *device;
    struct gs_arrays arrays;
    struct gs_results results;
    struct gs_bench bench;
};

static struct gs_point point_of(const struct gs_variant *variant)
{
    return (struct gs_point){.lesson = &lesson,
                             .workload = &workload,
                             .variant = variant,
                             .dtype = GS_I32,
                             .n = N,
                             .block = 128,
                             .sweeps_n = true};
}

/* The arrays are made once, as for a group of points. */
static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct gs_error error;
    const struct gs_variant any = {.name = "any"};
    struct gs_point point = point_of(&any);
    if (f == NULL)
        return -1;
    gs_test_open_device((void **)&f->device);
    f->bench = (struct gs_bench){.device = f->device,
                                 .facts = gs_device_facts(f->device),
                                 .results = &f->results,
                                 .verify_only = true};
    runs = 0;
    *state = f;
    return gs_arrays_make(&f->arrays, &point, 1, f->device, &error) == GS_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    gs_arrays_release(&f->arrays, f->device);
    gs_results_release(&f->results);
    void *device = f->device;
    gs_test_close_device(&device);
    free(f);
    return 0;
}

/* Runs a point, which makes one record; that stays the fixture's. */
static const struct gs_record *run(struct fixture *f, const struct gs_point *point)
{
    struct gs_error error = {0};
    bool right_answer = false;
    size_t before = f->results.count;
    if (gs_point_measure(&f->bench, &f->arrays, point, &right_answer, &error) != GS_OK)
        fail_msg("%s", error.text);
    assert_int_equal(f->results.count, before + 1);
    const struct gs_record *record = &f->results.records[before];
    if (point->variant->place == GS_DEVICE) /* a baseline does not go on to anything */
        assert_int_equal(right_answer, record->verdict == GS_RIGHT);
    return record;
}

static const struct gs_record *run_kernel(struct fixture *f, gs_run_fn *fn, unsigned traits)
{
    const struct gs_variant variant = {
        .name = "kernel", .place = GS_DEVICE, .run = fn, .traits = traits};
    struct gs_point point = point_of(&variant);
    return run(f, &point);
}

static const struct gs_record *run_baseline(struct fixture *f, gs_run_fn *fn, enum gs_flaw flaw)
{
    const struct gs_variant variant = {
        .name = "baseline", .place = GS_CPU_SERIAL, .run = fn, .flaw = flaw};
    struct gs_point point = point_of(&variant);
    return run(f, &point);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static const struct {
    gs_run_fn *run;
    unsigned traits;
    const char *words; /* of a wrong answer; NULL: it is right */
} copying[] = {
    {copy_all, GS_OWN_COPIES, NULL},
    {copy_in_streams, GS_OWN_COPIES, NULL},
    {forget_input, GS_OWN_COPIES, "1000 of 1000 wrong, the first at index 0: got 0, should be 1"},
    {forget_input, GS_OWN_COPIES | GS_INPUTS_ON_DEVICE, NULL},
    {forget_output, GS_OWN_COPIES, "1000 of 1000 wrong, the first at index 0: got -1 (never"},
    {forget_last, GS_OWN_COPIES, "1 of 1000 wrong, the first at index 999: got -1 (never"},
    {spoil_input, GS_OWN_COPIES | GS_INPUTS_ON_DEVICE, "changed its input in"},
};

/* One after the other over the same arrays, and each also behind a kernel that was right. */
static void who_copies_must_copy_everything(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < GS_COUNT(copying); i++) {
        const struct gs_record *record = run_kernel(f, copying[i].run, copying[i].traits);
        bool good = copying[i].words == NULL;
        assert_int_equal(record->verdict, good ? GS_RIGHT : GS_WRONG_ANSWER);
        assert_contains(record->detail, good ? "" : copying[i].words);
        assert_int_equal(record->residency, GS_RESIDENCY_PAGEABLE);
        record = run_kernel(f, launch, 0);
        assert_int_equal(record->verdict, GS_RIGHT); /* its inputs are there */
        assert_int_equal(record->residency, GS_RESIDENCY_DEVICE);
    }
}

/* CUDA's words are the reason; what comes behind is not touched by it. */
static void a_refused_launch_is_a_verdict(void **state)
{
    struct fixture *f = *state;
    static gs_run_fn *const fns[] = {launch, copy_all};
    for (size_t i = 0; i < GS_COUNT(fns); i++) {
        const struct gs_variant variant = {.name = "kernel",
                                           .place = GS_DEVICE,
                                           .run = fns[i],
                                           .traits = i == 0 ? 0 : GS_OWN_COPIES};
        struct gs_point point = point_of(&variant);
        point.block = 2048;
        const struct gs_record *record = run(f, &point);
        assert_int_equal(record->verdict, GS_LAUNCH_FAILED);
        assert_contains(record->detail, "invalid");
        assert_false(f->bench.device_lost);
        assert_int_equal(run_kernel(f, launch, 0)->verdict, GS_RIGHT);
    }
}

static void what_is_missing_is_told(void **state)
{
    struct fixture *f = *state;
    struct gs_variant variant = {
        .name = "library", .place = GS_DEVICE, .run = need_more, .needs = "a library"};
    struct gs_point point = point_of(&variant);
    const struct gs_record *record = run(f, &point);
    assert_int_equal(record->verdict, GS_SKIPPED);
    assert_string_equal(record->detail, "needs a library");
    variant.traits = GS_OWN_COPIES;
    assert_int_equal(run(f, &point)->verdict, GS_SKIPPED);
    /* Who needs nothing has no excuse. */
    variant.needs = NULL;
    record = run(f, &point);
    assert_int_equal(record->verdict, GS_LAUNCH_FAILED);
    assert_contains(record->detail, "not supported");
    /* And having needs excuses no other failure. */
    variant = (struct gs_variant){
        .name = "library", .place = GS_DEVICE, .run = launch, .needs = "a library"};
    point.block = 2048;
    assert_int_equal(run(f, &point)->verdict, GS_LAUNCH_FAILED);
}

/* What a variant says itself stands for what it needs, and for CUDA's "unknown error". */
static void a_reason_of_its_own_is_told(void **state)
{
    struct fixture *f = *state;
    static const struct {
        enum gs_place place;
        gs_run_fn *run;
        enum gs_verdict verdict;
        const char *words;
    } cases[] = {
        {GS_DEVICE, say_why_not, GS_SKIPPED, "cannot start: RuntimeError: no driver"},
        {GS_DEVICE, say_what_failed, GS_LAUNCH_FAILED, "cannot start: RuntimeError: no driver"},
        {GS_CPU_SERIAL, say_why_not, GS_SKIPPED, "cannot start: RuntimeError: no driver"},
        {GS_CPU_SERIAL, say_what_failed, GS_WRONG_ANSWER,
         "failed: cannot start: RuntimeError: no driver"},
    };
    for (size_t i = 0; i < GS_COUNT(cases); i++) {
        const struct gs_variant variant = {
            .name = "library", .place = cases[i].place, .run = cases[i].run, .needs = "a library"};
        struct gs_point point = point_of(&variant);
        const struct gs_record *record = run(f, &point);
        assert_int_equal(record->verdict, cases[i].verdict);
        assert_string_equal(record->detail, cases[i].words);
    }
}

static void slow_points_are_refused(void **state)
{
    struct fixture *f = *state;
    const struct gs_variant kernel = {.name = "kernel", .place = GS_DEVICE, .run = launch},
                            baseline = {.name = "baseline", .place = GS_CPU_SERIAL, .run = right};
    struct gs_point point = point_of(&kernel);
    struct gs_error error;
    char why[256] = "";
    assert_true(gs_point_can_run(&f->bench, &point, why));
    point.n = 10;
    point.grid = 3;
    point.block = 64;
    assert_false(gs_point_can_run(&f->bench, &point, why));
    assert_string_equal(why, "takes hours");
    point.variant = &baseline;
    assert_true(gs_point_can_run(&f->bench, &point, why));
    point.n = (size_t)1 << 40;
    assert_false(gs_point_can_run(&f->bench, &point, why));
    assert_contains(why, "needs 12288.0 GiB of host memory");
    assert_int_equal(gs_point_record_skipped(&f->bench, &point, GS_RESIDENCY_HOST, why, &error),
                     GS_OK);
    const struct gs_record *record = &f->results.records[0];
    assert_int_equal(record->verdict, GS_SKIPPED);
    assert_string_equal(record->detail, why);
    assert_int_equal(record->grid, 3);
    assert_int_equal(record->block, 64);
}

/* ---- races ----------------------------------------------------------------------------------- */

static void races_are_run_many_times(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *record = run_baseline(f, three_answers, GS_RACES);
    assert_in_range(runs, 5, 20);
    assert_int_equal(record->verdict, GS_LOST_UPDATES); /* though the first run was right */
    assert_string_equal(record->detail, "lost some");
    assert_true(record->lost == 0.5);
    assert_int_equal(record->answers, 3);
    assert_int_equal(record->launches, runs);
    runs = 0;
    record = run_baseline(f, right, GS_RACES);
    assert_in_range(runs, 5, 20);
    assert_int_equal(record->verdict, GS_RIGHT);
    assert_int_equal(record->answers, 1);
    assert_int_equal(record->launches, runs);
}

/* Everything else ends the same way each time. */
static void the_rest_is_run_once(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *record = run_baseline(f, three_answers, GS_SOUND);
    assert_int_equal(runs, 1);
    assert_int_equal(record->verdict, GS_RIGHT);
    assert_int_equal(record->answers + record->launches, 0);
}

/* A loss in an earlier run hides nothing that is wrong beyond it. */
static void what_is_worse_than_a_loss_counts(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *record = run_baseline(f, lost_then_trespass, GS_RACES);
    assert_int_equal(record->verdict, GS_WRONG_ANSWER);
    assert_contains(record->detail, "wrote out[1000], outside of the array");
}

/* There is no race in what CUDA does not launch. */
static void a_refused_race_has_no_answers(void **state)
{
    struct fixture *f = *state;
    const struct gs_variant variant = {
        .name = "racy", .place = GS_DEVICE, .run = launch, .flaw = GS_RACES};
    struct gs_point point = point_of(&variant);
    assert_in_range(run(f, &point)->launches, 5, 20);
    point.block = 2048;
    const struct gs_record *record = run(f, &point);
    assert_int_equal(record->verdict, GS_LAUNCH_FAILED);
    assert_int_equal(record->answers + record->launches, 0);
}

/* ---- baselines ------------------------------------------------------------------------------- */

static void who_gives_up_is_wrong(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *record = run_baseline(f, give_up, GS_SOUND);
    assert_int_equal(record->verdict, GS_WRONG_ANSWER);
    assert_string_equal(record->detail, "failed with code 5");
}

static void baselines_get_the_launch(void **state)
{
    struct fixture *f = *state;
    const struct gs_variant variant = {.name = "baseline", .place = GS_CPU_SERIAL, .run = right};
    struct gs_point point = point_of(&variant);
    point.grid = 7;
    point.block = 32;
    const struct gs_record *record = run(f, &point);
    assert_int_equal(last_call.grid, 7);
    assert_int_equal(last_call.block, 32);
    assert_int_equal(last_call.n, N);
    assert_ptr_equal(last_call.scalars, f->arrays.scalars);
    assert_true(f->arrays.scalars[0] == 2.0 * N);
    assert_null(last_call.stream);
    assert_int_equal(record->grid, 7);
    assert_int_equal(record->block, 32);
    assert_int_equal(record->threads, 1);
    assert_false(record->simulated);
    assert_int_equal(record->place, GS_PLACE_CPU);
    assert_int_equal(record->bytes, 2 * N * sizeof(int32_t));
}

/* ---- times ----------------------------------------------------------------------------------- */

static void verifying_takes_no_times(void **state)
{
    struct fixture *f = *state;
    const struct gs_record *record = run_baseline(f, right, GS_SOUND);
    assert_int_equal(runs, 1);
    assert_int_equal(record->time.count, 0);
    assert_int_equal(record->verdict, GS_RIGHT);
    assert_int_equal(record->residency, GS_RESIDENCY_HOST);
    f->bench.verify_only = false;
    record = run_baseline(f, right, GS_SOUND);
    assert_true(record->time.count >= 5);
    assert_true(record->time.median_s > 0);
    assert_true(runs > 6);
    record = run_kernel(f, launch, 0); /* a kernel on the simulator has none either way */
    assert_int_equal(record->time.count, 0);
    assert_true(record->simulated);
}

/* A timed race keeps its time where it was right all along. */
static void right_races_are_timed(void **state)
{
    struct fixture *f = *state;
    f->bench.verify_only = false;
    const struct gs_record *record = run_baseline(f, right, GS_RACES);
    assert_int_equal(record->verdict, GS_RIGHT);
    assert_true(record->time.count >= 5);
    assert_int_equal(record->answers, 1);
    assert_in_range(record->launches, 5, 20); /* those that were timed are not among them */
    runs = 0;
    record = run_baseline(f, three_answers, GS_RACES);
    assert_int_equal(runs, record->launches);
    assert_int_equal(record->time.count, 0);
}

/* What was timed is verified once more; a time of a wrong answer is no time. */
static void wrong_while_timed_is_wrong(void **state)
{
    struct fixture *f = *state;
    f->bench.verify_only = false;
    const struct gs_record *record = run_baseline(f, wrong_after_many, GS_SOUND);
    assert_int_equal(record->verdict, GS_WRONG_ANSWER);
    assert_int_equal(record->time.count, 0);
    assert_null(record->time.samples);
}

/* And whatever it damaged is not the next one's fault. */
static void who_gives_up_while_timed_has_no_time(void **state)
{
    struct fixture *f = *state;
    f->bench.verify_only = false;
    const struct gs_record *record = run_baseline(f, give_up_after_many, GS_SOUND);
    assert_int_equal(record->verdict, GS_WRONG_ANSWER);
    assert_string_equal(record->detail, "failed while it was timed with code 5");
    assert_int_equal(record->time.count, 0);
    f->bench.verify_only = true;
    record = run_baseline(f, right, GS_SOUND);
    assert_string_equal(record->detail, "");
    assert_int_equal(record->verdict, GS_RIGHT);
}

static void pinned_times_are_for_real_devices(void **state)
{
    struct fixture *f = *state;
    static const struct {
        unsigned traits;
        enum gs_residency residency;
    } kinds[] = {
        {0, GS_RESIDENCY_DEVICE},
        {GS_ONLY_PAGEABLE, GS_RESIDENCY_DEVICE},
        {GS_OWN_COPIES, GS_RESIDENCY_PAGEABLE},
        {GS_OWN_COPIES | GS_ONLY_PINNED, GS_RESIDENCY_PINNED},
    };
    for (size_t i = 0; i < GS_COUNT(kinds); i++) {
        const struct gs_variant variant = {
            .name = "kernel", .place = GS_DEVICE, .run = launch, .traits = kinds[i].traits};
        struct gs_point point = point_of(&variant);
        assert_int_equal(gs_point_residency(&point), kinds[i].residency);
        for (int verify_only = 0; verify_only <= 1; verify_only++) {
            f->bench.verify_only = verify_only;
            assert_false(gs_point_is_pinned(&f->bench, &point));
        }
    }
    const struct gs_variant baseline = {.name = "baseline", .place = GS_CPU_PARALLEL};
    struct gs_point point = point_of(&baseline);
    assert_int_equal(gs_point_residency(&point), GS_RESIDENCY_HOST);
}

int main(void)
{
#define WITH_ARRAYS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_ARRAYS(who_copies_must_copy_everything),
        WITH_ARRAYS(a_refused_launch_is_a_verdict),
        WITH_ARRAYS(what_is_missing_is_told),
        WITH_ARRAYS(a_reason_of_its_own_is_told),
        WITH_ARRAYS(slow_points_are_refused),
        WITH_ARRAYS(races_are_run_many_times),
        WITH_ARRAYS(the_rest_is_run_once),
        WITH_ARRAYS(what_is_worse_than_a_loss_counts),
        WITH_ARRAYS(a_refused_race_has_no_answers),
        WITH_ARRAYS(who_gives_up_is_wrong),
        WITH_ARRAYS(baselines_get_the_launch),
        WITH_ARRAYS(verifying_takes_no_times),
        WITH_ARRAYS(right_races_are_timed),
        WITH_ARRAYS(wrong_while_timed_is_wrong),
        WITH_ARRAYS(who_gives_up_while_timed_has_no_time),
        WITH_ARRAYS(pinned_times_are_for_real_devices),
    };
    return cmocka_run_group_tests_name("point", tests, NULL, NULL);
}
