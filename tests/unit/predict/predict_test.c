/* Predictions: what makes a kernel ask for more makes it take longer; what the model knows nothing
 * of gets a sentence. */
#include "test.h"

#include "predict.h"

#include <string.h>

static struct gs_gpu_profile profile;

/* One second for each operation and byte would hide mistakes: all rates differ. */
static int make_profile(void **state)
{
    (void)state;
    profile = (struct gs_gpu_profile){.name = "A GPU", .compute_major = 9};
    for (int k = 0; k < GS_GPU_NUMBERS; k++)
        profile.numbers[k] = 1e9 * (k + 1);
    profile.numbers[GS_GPU_MULTIPROCESSORS] = 100;
    profile.numbers[GS_GPU_L2_BYTES] = 1 << 20;
    profile.numbers[GS_GPU_EMPTY_KERNEL_S] = 3e-6;
    profile.numbers[GS_GPU_KERNEL_IN_A_ROW_S] = 2e-6;
    profile.numbers[GS_GPU_FIRST_LOAD_S] = 1e-6;
    profile.numbers[GS_GPU_MEMORY_LATENCY_S] = 5e-7;
    profile.numbers[GS_GPU_L2_LATENCY_S] = 2e-7;
    profile.numbers[GS_GPU_L2_READ_BYTES_PER_S] = 1e13;
    for (int k = GS_GPU_READ_BYTES_PER_S; k <= GS_GPU_UPDATE_BYTES_PER_S; k++)
        profile.curves[k] =
            (struct gs_gpu_points){.at = {1024, 32768}, .value = {1e11, 2e12}, .count = 2};
    profile.curves[GS_GPU_BLOCK_S] =
        (struct gs_gpu_points){.at = {32}, .value = {1e-9}, .count = 1};
    return 0;
}

static json_t *place(double bytes, json_int_t loads, json_int_t stores)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "bytes", (json_int_t)bytes, "load_sectors", loads,
                     "store_sectors", stores, "ideal_sectors", loads + stores);
}

/* A copy of n floats by blocks of 256 threads, of which 16 ran; with `more` in its launch. */
static json_t *copy_of(double n, const char *more, json_t *value)
{
    const json_int_t ran = 16, sectors = ran * 32;
    json_t *launch = json_pack("{s:s, s:[i,i,i], s:I, s:I, s:[o,o], s:i, s:f, s:f}", "kernel",
                               "copy", "block", 256, 1, 1, "blocks", (json_int_t)(n / 256), "ran",
                               ran, "places", place(4 * n, sectors, 0), place(4 * n, 0, sectors),
                               "phases", 1, "phase_bytes", 4.0, "phase_squares", 16.0);
    assert_non_null(launch);
    if (more != NULL)
        json_object_set_new(launch, more, value);
    return launch;
}

/* Takes the launches. */
static struct gs_prediction predict(json_t *launches, bool cold)
{
    struct gs_prediction prediction;
    struct gs_error error = {""};
    if (gs_predict(launches, &profile, cold, &prediction, &error) != GS_OK)
        fail_msg("%s", error.text);
    json_decref(launches);
    return prediction;
}

static double seconds_of(double n, bool cold)
{
    return predict(json_pack("[o]", copy_of(n, NULL, NULL)), cold).seconds;
}

static void more_elements_take_longer(void **state)
{
    (void)state;
    double before = 0;
    for (double n = 1 << 12; n <= 1 << 28; n *= 2) {
        double now = seconds_of(n, true);
        assert_true(now > before);
        before = now;
    }
    /* Where memory binds, twice as many take twice as long. */
    double one = seconds_of(1 << 27, true), two = seconds_of(1 << 28, true);
    assert_true(two > 1.98 * one && two < 2.02 * one);
    struct gs_prediction large = predict(json_pack("[o]", copy_of(1 << 27, NULL, NULL)), true);
    assert_int_equal(large.binding, GS_TERM_MEMORY);
    struct gs_prediction small = predict(json_pack("[o]", copy_of(1 << 12, NULL, NULL)), true);
    assert_int_equal(small.binding, GS_TERM_LAUNCH);
}

static void caches_that_hold_the_data_make_it_faster(void **state)
{
    (void)state;
    assert_true(seconds_of(1 << 15, false) < seconds_of(1 << 15, true));
    /* More than the L2 holds: what a run before left there is of no use. */
    assert_true(seconds_of(1 << 27, false) > 0.98 * seconds_of(1 << 27, true));
}

static void each_launch_is_added(void **state)
{
    (void)state;
    struct gs_prediction one = predict(json_pack("[o]", copy_of(1 << 24, NULL, NULL)), false);
    struct gs_prediction two = predict(
        json_pack("[o, o]", copy_of(1 << 24, NULL, NULL), copy_of(1 << 24, NULL, NULL)), false);
    assert_int_equal(two.launches, 2);
    assert_true(two.seconds > 1.99 * one.seconds && two.seconds < 2.01 * one.seconds);
    double sum = 0;
    for (int term = 0; term < GS_TERMS; term++)
        sum += two.of[term];
    assert_true(sum > 0.999 * two.seconds && sum < 1.001 * two.seconds);
}

static void arithmetic_binds_where_there_is_much(void **state)
{
    (void)state;
    json_t *counts = json_pack("{s:I}", "divisions_f64", (json_int_t)1000000);
    struct gs_prediction much =
        predict(json_pack("[o]", copy_of(1 << 24, "arithmetic", counts)), true);
    assert_int_equal(much.binding, GS_TERM_ARITHMETIC);
    assert_true(much.seconds > seconds_of(1 << 24, true));
}

static void assert_none(json_t *launches, const struct gs_gpu_profile *of, const char *said)
{
    struct gs_prediction prediction;
    struct gs_error error = {""};
    assert_int_not_equal(gs_predict(launches, of, true, &prediction, &error), GS_OK);
    if (strstr(error.text, said) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, said);
    json_decref(launches);
}

static void what_the_model_does_not_know_has_no_number(void **state)
{
    (void)state;
    static const struct {
        const char *member, *said;
    } unknown[] = {{"barriers", "barriers"},
                   {"shuffles", "shuffles"},
                   {"wavefronts", "shared memory"},
                   {"atomics", "atomic"}};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_none(json_pack("[o]", copy_of(1024, unknown[i].member, json_integer(7))), &profile,
                    unknown[i].said);
    assert_none(json_pack("[o]", copy_of(1024, "other_function", json_string("sinf"))), &profile,
                "sinf()");
    assert_none(
        json_pack("[o]", copy_of(1024, "arithmetic", json_pack("{s:i}", "divisions_i64", 1))),
        &profile, "64 bits");
    json_t *apart = copy_of(1024, NULL, NULL);
    json_object_set_new(json_array_get(json_object_get(apart, "places"), 0), "load_sectors",
                        json_integer(16 * 256));
    assert_none(json_pack("[o]", apart), &profile, "far apart");
    assert_none(json_array(), &profile, "no kernel");
}

static void a_profile_that_lacks_a_number_is_refused(void **state)
{
    (void)state;
    struct gs_gpu_profile lacks = profile;
    lacks.numbers[GS_GPU_L2_BYTES] = 0;
    assert_none(json_pack("[o]", copy_of(1024, NULL, NULL)), &lacks, "l2_bytes");
    lacks = profile;
    lacks.curves[GS_GPU_MOVE_BYTES_PER_S].count = 0;
    assert_none(json_pack("[o]", copy_of(1024, NULL, NULL)), &lacks, "move_bytes_per_s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_elements_take_longer),
        cmocka_unit_test(caches_that_hold_the_data_make_it_faster),
        cmocka_unit_test(each_launch_is_added),
        cmocka_unit_test(arithmetic_binds_where_there_is_much),
        cmocka_unit_test(what_the_model_does_not_know_has_no_number),
        cmocka_unit_test(a_profile_that_lacks_a_number_is_refused),
    };
    return cmocka_run_group_tests(tests, make_profile, NULL);
}
