/*
 * What verification says of arrays that are updated in place, and of answers that are wrong on
 * purpose. The runs are made by hand: their results are written to where a run would leave them.
 */
#include "test.h"
#include "test_device.h"

#include "add_one.h"
#include "arrays.h"
#include "verify.h"

/* ---- the workload: a[i] = i becomes i + 1 ---------------------------------------------------- */

enum { A, SCRATCH };

static const struct gs_array update_arrays[] = {
    [A] = {.name = "a", .role = GS_UPDATED}, [SCRATCH] = {.name = "scratch", .role = GS_SCRATCH}};

static void put(enum gs_dtype dtype, void *array, size_t i, double value)
{
    if (dtype == GS_F32)
        ((float *)array)[i] = (float)value;
    else if (dtype == GS_F64)
        ((double *)array)[i] = value;
    else if (dtype == GS_I32)
        ((int32_t *)array)[i] = (int32_t)value;
    else
        ((int64_t *)array)[i] = (int64_t)value;
}

static void fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        put(data->dtype, data->arrays[array], i, (double)i);
}

static const double tolerance = 0.125; /* and for integers none */

static void compare(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found)
{
    const void *a = data->arrays[A];
    for (size_t i = begin; i < end; i++) {
        if (data->dtype == GS_F32)
            gs_match_f32(found, i, ((const float *)a)[i], (double)i + 1, tolerance);
        else if (data->dtype == GS_F64)
            gs_match_f64(found, i, ((const double *)a)[i], (long double)i + 1, tolerance);
        else if (data->dtype == GS_I32)
            gs_match_integer(found, i, ((const int32_t *)a)[i], (int64_t)i + 1);
        else
            gs_match_integer(found, i, ((const int64_t *)a)[i], (int64_t)i + 1);
    }
}

static void scalars(size_t n, double *out)
{
    out[0] = 0.25;
    out[1] = (double)n;
}

/* What the callbacks were called with, and what judge() is to answer. */
static struct {
    unsigned referred, judged;
    bool inputs_were_there;
    struct gs_data data; /* of the last of them */
    double scalars[2];
    struct gs_judgement judgement;
} seen;

static void look(const struct gs_data *data)
{
    seen.data = *data;
    memcpy(seen.scalars, data->scalars, sizeof seen.scalars);
}

static void refer(const struct gs_data *data, void *out)
{
    seen.referred++;
    seen.inputs_were_there =
        data->dtype == GS_F32 && data->n > 1 && ((const float *)data->arrays[A])[1] == 1.0f;
    look(data);
    *(double *)out = 42;
}

static void judge(const struct gs_data *data, struct gs_judgement *out)
{
    seen.judged++;
    look(data);
    *out = seen.judgement;
}

static const struct gs_workload update = {
    .name = "update",
    .arrays = update_arrays,
    .array_count = GS_COUNT(update_arrays),
    .dtypes = GS_DTYPES_ALL,
    .scalars = scalars,
    .fill = fill,
    .refer = refer,
    .reference_bytes = sizeof(double),
    .compare = compare,
    .judge = judge,
};

/* a[i] = i becomes i + the threads of the launch. */
static void compare_count(const struct gs_data *data, size_t begin, size_t end,
                          struct gs_match *found)
{
    for (size_t i = begin; i < end; i++)
        gs_match_integer(found, i, ((const int32_t *)data->arrays[A])[i],
                         (int64_t)i + data->grid * data->block);
}

static const struct gs_workload count_threads = {
    .name = "count_threads",
    .arrays = update_arrays,
    .array_count = GS_COUNT(update_arrays),
    .dtypes = GS_DTYPE_BIT(GS_I32),
    .fill = fill,
    .compare = compare_count,
};

static const struct gs_variant sound = {.name = "sound"}, racy = {.name = "racy", .flaw = GS_RACES},
                               rounding = {.name = "rounding", .flaw = GS_ROUNDS};

static const struct gs_workload add_one = {ADD_ONE};

static struct gs_point point_of(const struct gs_workload *workload,
                                const struct gs_variant *variant, enum gs_dtype dtype, size_t n)
{
    return (struct gs_point){
        .workload = workload, .variant = variant, .dtype = dtype, .n = n, .grid = 3, .block = 64};
}

/* Release with gs_arrays_release(). */
static struct gs_arrays make(const struct gs_point *point, struct gs_device *device)
{
    struct gs_arrays arrays;
    struct gs_error error = {0};
    memset(&seen, 0, sizeof seen);
    seen.judgement.verdict = GS_WRONG_ANSWER;
    if (gs_arrays_make(&arrays, point, 1, device, &error) != GS_OK)
        fail_msg("%s", error.text);
    return arrays;
}

/* Leaves a right answer, or one that is off by `by` in its last element. */
static void run(struct gs_arrays *arrays, double by)
{
    for (size_t i = 0; i < arrays->n; i++)
        put(arrays->dtype, arrays->host_data[A], i, (double)i + 1 + (i + 1 == arrays->n ? by : 0));
}

static void to_device(struct gs_device *device, struct gs_arrays *arrays, size_t array)
{
    struct gs_error error;
    assert_int_equal(gs_device_copy_in(device, arrays->device_data[array], arrays->host_data[array],
                                       arrays->host[array].bytes, &error),
                     GS_OK);
}

static void from_device(struct gs_device *device, struct gs_arrays *arrays, size_t array, void *to)
{
    struct gs_error error;
    assert_int_equal(gs_device_copy_out(device, to, arrays->device_data[array],
                                        arrays->host[array].bytes, &error),
                     GS_OK);
}

/* ---- roles ----------------------------------------------------------------------------------- */

static void updated_arrays_start_again(void **state)
{
    struct gs_device *device = *state;
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        struct gs_point point = point_of(&update, &sound, (enum gs_dtype)dtype, 100);
        struct gs_arrays arrays = make(&point, device);
        struct gs_error error;
        unsigned char first[800], now[800];
        size_t bytes = arrays.host[A].bytes;
        memcpy(first, arrays.host_data[A], bytes);
        from_device(device, &arrays, A, now);
        assert_memory_equal(now, first, bytes);
        run(&arrays, 0);
        to_device(device, &arrays, A);
        gs_arrays_reset_host(&arrays);
        assert_memory_equal(arrays.host_data[A], first, bytes);
        assert_int_equal(gs_arrays_reset_device(&arrays, device, &error), GS_OK);
        from_device(device, &arrays, A, now);
        assert_memory_equal(now, first, bytes);
        gs_arrays_release(&arrays, device);
    }
    assert_true(gs_workload_updates_in_place(&update));
    assert_false(gs_workload_updates_in_place(&add_one));
}

static void updates_are_verified_where_they_were_made(void **state)
{
    struct gs_device *device = *state;
    struct gs_point point = point_of(&update, &sound, GS_I64, 100);
    struct gs_arrays arrays = make(&point, device);
    struct gs_verification verification;
    struct gs_error error;
    run(&arrays, 0);
    verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_RIGHT);
    /* The device's was not updated; and what is verified comes to the host. */
    assert_int_equal(gs_verify_device(&arrays, &point, device, &verification, &error), GS_OK);
    assert_int_equal(verification.verdict, GS_WRONG_ANSWER);
    assert_contains(verification.detail,
                    "100 of 100 wrong, the first at index 0: got 0, should be 1");
    assert_true(((int64_t *)arrays.host_data[A])[99] == 99);
    run(&arrays, 0);
    to_device(device, &arrays, A);
    gs_arrays_reset_host(&arrays);
    assert_int_equal(gs_verify_device(&arrays, &point, device, &verification, &error), GS_OK);
    assert_int_equal(verification.verdict, GS_RIGHT);
    gs_arrays_release(&arrays, device);
}

static void scratch_is_poisoned_and_never_looked_at(void **state)
{
    struct gs_device *device = *state;
    struct gs_point point = point_of(&update, &sound, GS_F32, 100);
    struct gs_arrays arrays = make(&point, device);
    struct gs_verification verification;
    struct gs_error error;
    unsigned char poison[400], now[400];
    memset(poison, GS_POISON, sizeof poison);
    assert_memory_equal(arrays.host_data[SCRATCH], poison, sizeof poison);
    from_device(device, &arrays, SCRATCH, now);
    assert_memory_equal(now, poison, sizeof poison);
    memset(arrays.host_data[SCRATCH], 1, sizeof poison);
    to_device(device, &arrays, SCRATCH);
    run(&arrays, 0);
    to_device(device, &arrays, A);
    verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_RIGHT);
    assert_int_equal(gs_verify_device(&arrays, &point, device, &verification, &error), GS_OK);
    assert_int_equal(verification.verdict, GS_RIGHT);
    /* What one variant left there is no help to the next. */
    assert_int_equal(gs_arrays_reset_device(&arrays, device, &error), GS_OK);
    from_device(device, &arrays, SCRATCH, now);
    assert_memory_equal(now, poison, sizeof poison);
    gs_arrays_release(&arrays, device);
}

static void hidden_inputs_come_back(void **state)
{
    struct gs_device *device = *state;
    struct gs_point point = point_of(&add_one, &sound, GS_I32, 100);
    struct gs_arrays arrays = make(&point, device);
    struct gs_error error;
    unsigned char now[400];
    assert_int_equal(gs_arrays_poison_inputs(&arrays, device, &error), GS_OK);
    from_device(device, &arrays, IN, now);
    for (size_t i = 0; i < sizeof now; i++)
        assert_int_equal(now[i], GS_POISON);
    from_device(device, &arrays, ZEROS, now);
    for (size_t i = 0; i < sizeof now; i++)
        assert_int_equal(now[i], 0);
    assert_int_equal(gs_arrays_restore_inputs(&arrays, device, &error), GS_OK);
    from_device(device, &arrays, IN, now);
    assert_memory_equal(now, arrays.host_data[IN], sizeof now);
    gs_arrays_release(&arrays, device);
    /* What is updated in place is an input too. */
    point = point_of(&update, &sound, GS_I32, 100);
    arrays = make(&point, device);
    assert_int_equal(gs_arrays_poison_inputs(&arrays, device, &error), GS_OK);
    from_device(device, &arrays, A, now);
    assert_int_equal(now[0], GS_POISON);
    gs_arrays_release(&arrays, device);
}

/* ---- callbacks ------------------------------------------------------------------------------- */

/* A reference of all inputs together is made once, when they are there; every comparison gets it.
 */
static void the_reference_is_made_once(void **state)
{
    struct gs_device *device = *state;
    struct gs_point point = point_of(&update, &racy, GS_F32, 1000);
    struct gs_arrays arrays = make(&point, device);
    struct gs_error error;
    assert_int_equal(seen.referred, 1);
    assert_true(seen.inputs_were_there);
    assert_true(seen.scalars[0] == 0.25 && seen.scalars[1] == 1000);
    assert_int_equal(seen.data.seed, 1);
    for (int i = 0; i < 3; i++) {
        gs_arrays_reset_host(&arrays);
        assert_int_equal(gs_arrays_reset_device(&arrays, device, &error), GS_OK);
        gs_verify_host(&arrays, &point);
    }
    assert_int_equal(seen.referred, 1);
    assert_int_equal(seen.judged, 3);
    assert_ptr_equal(seen.data.reference, arrays.reference);
    assert_true(*(const double *)seen.data.reference == 42);
    gs_arrays_release(&arrays, device);
}

static void judges_see_the_launch(void **state)
{
    (void)state;
    struct gs_point point = point_of(&update, &racy, GS_I64, 10);
    struct gs_arrays arrays = make(&point, NULL);
    run(&arrays, 0);
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_RIGHT);
    assert_int_equal(seen.judged, 0); /* of a right answer there is nothing to judge */
    run(&arrays, 5);
    verification = gs_verify_host(&arrays, &point);
    assert_int_equal(seen.judged, 1);
    assert_ptr_equal(seen.data.variant, &racy);
    assert_int_equal(seen.data.dtype, GS_I64);
    assert_int_equal(seen.data.n, 10);
    assert_int_equal(seen.data.grid, 3);
    assert_int_equal(seen.data.block, 64);
    assert_true(seen.scalars[1] == 10);
    assert_ptr_equal(seen.data.arrays[A], arrays.host_data[A]);
    gs_arrays_release(&arrays, NULL);
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static const char plainly_wrong[] = "1 of 10 wrong, the first at index 9: got 15, should be 10";

static void judges_have_the_last_word(void **state)
{
    (void)state;
    struct gs_point point = point_of(&update, &racy, GS_I32, 10);
    struct gs_arrays arrays = make(&point, NULL);
    run(&arrays, 5);
    seen.judgement = (struct gs_judgement){GS_LOST_UPDATES, 0.75, "kept 1 of 4"};
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_LOST_UPDATES);
    assert_string_equal(verification.detail, "kept 1 of 4");
    assert_true(verification.lost == 0.75);
    assert_true(verification.max_error == 5);
    seen.judgement = (struct gs_judgement){GS_PARTIAL, 0, "half of it"};
    verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_PARTIAL);
    assert_string_equal(verification.detail, "half of it");
    seen.judgement = (struct gs_judgement){GS_WRONG_ANSWER, 0.5, "not said"};
    verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_WRONG_ANSWER);
    assert_string_equal(verification.detail, plainly_wrong);
    assert_true(verification.lost == 0);
    gs_arrays_release(&arrays, NULL);
}

/* A workload that has no judge knows no answer that is wrong on purpose. */
static void without_a_judge_wrong_is_wrong(void **state)
{
    (void)state;
    struct gs_workload unjudged = update;
    unjudged.judge = NULL;
    struct gs_point point = point_of(&unjudged, &racy, GS_I32, 10);
    struct gs_arrays arrays = make(&point, NULL);
    run(&arrays, 5);
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_WRONG_ANSWER);
    assert_string_equal(verification.detail, plainly_wrong);
    gs_arrays_release(&arrays, NULL);
}

/* A flaw excuses no write to where nothing may be written. */
static void trespass_is_never_judged(void **state)
{
    (void)state;
    struct gs_point point = point_of(&update, &racy, GS_I32, 10);
    struct gs_arrays arrays = make(&point, NULL);
    run(&arrays, 5);
    ((int32_t *)arrays.host_data[A])[10] = 7;
    seen.judgement = (struct gs_judgement){GS_LOST_UPDATES, 0.75, "kept 1 of 4"};
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_WRONG_ANSWER);
    assert_contains(verification.detail, "wrote a[10], outside of the array");
    assert_int_equal(seen.judged, 0);
    gs_arrays_release(&arrays, NULL);
}

static const struct {
    const struct gs_variant *variant;
    double by; /* what the last element, which should be 10, is off by */
    enum gs_verdict verdict;
    const char *words;
} roundings[] = {
    {&rounding, 1, GS_RIGHT, ""},
    {&rounding, 5, GS_INACCURATE, "got 15, should be 10: rounding errors added up to 0.5 of"},
    {&rounding, -9.5, GS_INACCURATE, "got 0.5, should be 10"},
    {&rounding, -10, GS_WRONG_ANSWER, "got 0, should be 10"}, /* nothing is no rounded sum */
    {&rounding, 11, GS_WRONG_ANSWER, "got 21, should be 10"},
    {&rounding, -1000, GS_WRONG_ANSWER, "got -990, should be 10"},
    {&rounding, INFINITY, GS_WRONG_ANSWER, "got inf, should be 10"},
    {&rounding, NAN, GS_WRONG_ANSWER, "got nan"},
    {&sound, 5, GS_WRONG_ANSWER, "got 15, should be 10"},
};

static void rounding_is_finite_and_less_than_all(void **state)
{
    (void)state;
    for (int dtype = GS_F32; dtype <= GS_F64; dtype++) {
        for (size_t i = 0; i < GS_COUNT(roundings); i++) {
            struct gs_point point =
                point_of(&update, roundings[i].variant, (enum gs_dtype)dtype, 10);
            struct gs_arrays arrays = make(&point, NULL);
            run(&arrays, roundings[i].by);
            struct gs_verification verification = gs_verify_host(&arrays, &point);
            assert_int_equal(verification.verdict, roundings[i].verdict);
            assert_contains(verification.detail, roundings[i].words);
            gs_arrays_release(&arrays, NULL);
        }
    }
}

/* Of one NaN among many elements, and of one that is rounded, the NaN counts. */
static void rounding_excuses_no_nan_elsewhere(void **state)
{
    (void)state;
    struct gs_point point = point_of(&update, &rounding, GS_F32, 10);
    struct gs_arrays arrays = make(&point, NULL);
    run(&arrays, NAN);
    ((float *)arrays.host_data[A])[0] = 1.5f;
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_WRONG_ANSWER);
    assert_contains(verification.detail, "2 of 10 wrong, the first at index 0: got 1.5");
    gs_arrays_release(&arrays, NULL);
}

static void accuracy_is_told_of_right_answers_too(void **state)
{
    (void)state;
    struct gs_point point = point_of(&update, &sound, GS_F32, 4);
    struct gs_arrays arrays = make(&point, NULL);
    run(&arrays, 0x1p-20);
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_RIGHT);
    assert_true(verification.max_error == 0x1p-22);
    assert_true(verification.max_ulp == 2); /* between 4 and 8 one unit is 2^-21 */
    gs_arrays_release(&arrays, NULL);
}

/* ---- answers --------------------------------------------------------------------------------- */

static void answers_of_races_are_told_apart(void **state)
{
    (void)state;
    struct gs_point point = point_of(&update, &racy, GS_F32, 1000);
    struct gs_arrays arrays = make(&point, NULL);
    seen.judgement.verdict = GS_LOST_UPDATES;
    uint64_t answers[3];
    const double by[3] = {200, 201, 200};
    for (size_t i = 0; i < 3; i++) {
        run(&arrays, by[i]);
        struct gs_verification verification = gs_verify_host(&arrays, &point);
        assert_int_equal(verification.verdict, GS_LOST_UPDATES);
        answers[i] = verification.answer;
    }
    assert_true(answers[0] == answers[2] && answers[0] != answers[1]);
    gs_arrays_release(&arrays, NULL);
}

/* ---- few cells ------------------------------------------------------------------------------- */

static const struct {
    enum gs_dtype dtype;
    size_t n;
    double by;
    const char *values;
} few[] = {
    {GS_F32, 2, 0, "[0 1] -> [1 2]"},
    {GS_F32, 2, -1, "[0 1] -> [1 1], should be [1 2]"},
    {GS_F64, 2, -1.5, "[0 1] -> [1 0.5], should be [1 2]"},
    {GS_I32, 1, 7, "[0] -> [8], should be [1]"},
    {GS_I64, 4, 0, "[0 1 2 3] -> [1 2 3 4]"},
    {GS_I64, 4, -2, "[0 1 2 3] -> [1 2 3 2], should be [1 2 3 4]"},
    {GS_F32, 4, 0x1p-3, "[0 1 2 3] -> [1 2 3 4.125]"}, /* right within the tolerance */
    {GS_F32, 5, 0, ""},
    {GS_F32, 0, 0, ""},
};

static void few_cells_are_shown(void **state)
{
    (void)state;
    for (size_t i = 0; i < GS_COUNT(few); i++) {
        struct gs_point point = point_of(&update, &sound, few[i].dtype, few[i].n);
        struct gs_arrays arrays = make(&point, NULL);
        run(&arrays, few[i].by);
        struct gs_verification verification = gs_verify_host(&arrays, &point);
        assert_string_equal(verification.values, few[i].values);
        gs_arrays_release(&arrays, NULL);
    }
}

/* Numbers that do not fit are left out whole: half a number is another number. */
static void long_cells_are_not_cut(void **state)
{
    (void)state;
    struct gs_point point = point_of(&update, &sound, GS_F64, 4);
    struct gs_arrays arrays = make(&point, NULL);
    double *a = arrays.host_data[A];
    for (size_t i = 0; i < 4; i++)
        a[i] = (double)(i + 1) + 1.23456789012e-5;
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_RIGHT);
    assert_string_equal(verification.values,
                        "[0 1 2 3] -> [1.00001234568 2.00001234568 3.00001234568 4.00001234568]");
    for (size_t i = 0; i < 4; i++)
        a[i] = -1.23456789012e-105;
    verification = gs_verify_host(&arrays, &point);
    assert_string_equal(verification.values,
                        ""); /* and what they should be, over the record's room */
    gs_arrays_release(&arrays, NULL);
}

/* Cells that are not updated in place say nothing by what they were before. */
static void outputs_are_not_shown(void **state)
{
    (void)state;
    struct gs_point point = point_of(&add_one, &sound, GS_I32, 2);
    struct gs_arrays arrays = make(&point, NULL);
    struct gs_verification verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_WRONG_ANSWER);
    assert_string_equal(verification.values, "");
    gs_arrays_release(&arrays, NULL);
}

/* ---- runs that copy for themselves ----------------------------------------------------------- */

static struct gs_verification verify_both(struct gs_device *device, struct gs_arrays *arrays,
                                          const struct gs_point *point)
{
    struct gs_verification verification;
    struct gs_error error;
    assert_int_equal(gs_verify_both(arrays, point, device, &verification, &error), GS_OK);
    return verification;
}

static void add_on_host(struct gs_arrays *arrays)
{
    for (size_t i = 0; i < arrays->n; i++)
        ((int32_t *)arrays->host_data[OUT])[i] = ((int32_t *)arrays->host_data[IN])[i] + 1;
}

static void host_results_count(void **state)
{
    struct gs_device *device = *state;
    static const struct gs_variant copies = {.name = "copies", .traits = GS_OWN_COPIES};
    struct gs_point point = point_of(&add_one, &copies, GS_I32, 100);
    struct gs_arrays arrays = make(&point, device);
    struct gs_verification verification = verify_both(device, &arrays, &point);
    assert_contains(verification.detail, "100 of 100 wrong");
    add_on_host(&arrays); /* the device's output is poison still */
    verification = verify_both(device, &arrays, &point);
    assert_int_equal(verification.verdict, GS_RIGHT);
    gs_arrays_release(&arrays, device);
}

/* Writes 4 bytes on the device, so far behind an array's begin. */
static void spoil(struct gs_device *device, struct gs_arrays *arrays, size_t array,
                  ptrdiff_t offset)
{
    struct gs_error error;
    char *at = (char *)arrays->device_data[array] + offset;
    assert_int_equal(gs_device_fill(device, at, 0x33, 4, &error), GS_OK);
}

static const struct {
    unsigned traits;
    size_t array;
    ptrdiff_t offset;
    const char *words;
} spoilt[] = {
    {GS_OWN_COPIES, OUT, 400, "wrote out[100], outside of the array"},
    {GS_OWN_COPIES, IN, -4, "wrote in[-1], outside of the array"},
    {GS_OWN_COPIES, ZEROS, 396, "left zeros other than zero"},
    {GS_OWN_COPIES | GS_INPUTS_ON_DEVICE, IN, 40, "changed its input in"},
    {GS_OWN_COPIES, OUT, 0, ""}, /* the results are those on the host */
    {GS_OWN_COPIES, IN, 40, ""}, /* copied in by the run, for whatever use it has */
};

static void the_device_must_be_whole_too(void **state)
{
    struct gs_device *device = *state;
    for (size_t i = 0; i < GS_COUNT(spoilt); i++) {
        const struct gs_variant copies = {.name = "copies", .traits = spoilt[i].traits};
        struct gs_point point = point_of(&add_one, &copies, GS_I32, 100);
        struct gs_arrays arrays = make(&point, device);
        add_on_host(&arrays);
        spoil(device, &arrays, spoilt[i].array, spoilt[i].offset);
        struct gs_verification verification = verify_both(device, &arrays, &point);
        bool right = spoilt[i].words[0] == '\0';
        assert_int_equal(verification.verdict, right ? GS_RIGHT : GS_WRONG_ANSWER);
        assert_contains(verification.detail, spoilt[i].words);
        verification = verify_both(device, &arrays, &point); /* it was mended */
        assert_int_equal(verification.verdict, GS_RIGHT);
        gs_arrays_release(&arrays, device);
    }
}

/* The same bits are right or wrong by the launch that left them, found right before or not. */
static void an_answer_is_right_of_its_own_launch(void **state)
{
    static const unsigned launches[][2] = {{3, 64}, {1, 64}, {3, 32}, {6, 32}};
    struct gs_device *device = *state;
    struct gs_point point = point_of(&count_threads, &sound, GS_I32, 100);
    struct gs_arrays arrays = make(&point, device);
    struct gs_verification verification;
    struct gs_error error;
    for (size_t i = 0; i < arrays.n; i++)
        put(GS_I32, arrays.host_data[A], i, (double)i + 3 * 64);
    to_device(device, &arrays, A);
    for (size_t i = 0; i < GS_COUNT(launches); i++) {
        point.grid = launches[i][0];
        point.block = launches[i][1];
        enum gs_verdict right = point.grid * point.block == 3 * 64 ? GS_RIGHT : GS_WRONG_ANSWER;
        assert_int_equal(gs_verify_host(&arrays, &point).verdict, right);
        assert_int_equal(gs_verify_device(&arrays, &point, device, &verification, &error), GS_OK);
        assert_int_equal(verification.verdict, right);
    }
    gs_arrays_release(&arrays, device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updated_arrays_start_again),
        cmocka_unit_test(updates_are_verified_where_they_were_made),
        cmocka_unit_test(scratch_is_poisoned_and_never_looked_at),
        cmocka_unit_test(hidden_inputs_come_back),
        cmocka_unit_test(the_reference_is_made_once),
        cmocka_unit_test(judges_see_the_launch),
        cmocka_unit_test(judges_have_the_last_word),
        cmocka_unit_test(without_a_judge_wrong_is_wrong),
        cmocka_unit_test(trespass_is_never_judged),
        cmocka_unit_test(rounding_is_finite_and_less_than_all),
        cmocka_unit_test(rounding_excuses_no_nan_elsewhere),
        cmocka_unit_test(accuracy_is_told_of_right_answers_too),
        cmocka_unit_test(answers_of_races_are_told_apart),
        cmocka_unit_test(few_cells_are_shown),
        cmocka_unit_test(long_cells_are_not_cut),
        cmocka_unit_test(outputs_are_not_shown),
        cmocka_unit_test(host_results_count),
        cmocka_unit_test(the_device_must_be_whole_too),
        cmocka_unit_test(an_answer_is_right_of_its_own_launch),
    };
    return cmocka_run_group_tests_name("verify", tests, gs_test_open_device, gs_test_close_device);
}
