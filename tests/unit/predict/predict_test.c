/* Predictions: what makes a kernel ask for more makes it take longer; what the model knows nothing
 * of gets a sentence. */
#include "test.h"

#include "predict.h"

#include <math.h>
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
    profile.numbers[GS_GPU_L1_LATENCY_S] = 2e-8;
    profile.numbers[GS_GPU_SHARED_LATENCY_S] = 1e-8;
    profile.numbers[GS_GPU_BARRIER_S] = 1.5e-8;
    profile.numbers[GS_GPU_L2_READ_BYTES_PER_S] = 1e13;
    profile.numbers[GS_GPU_MADS_F32_PER_S] = 3e13;
    profile.numbers[GS_GPU_ATOMICS_ONE_F32_PER_S] = 1e9;
    profile.numbers[GS_GPU_ATOMICS_ONE_I32_PER_S] = 2e9;
    profile.numbers[GS_GPU_ATOMICS_MANY_F32_PER_S] = 1e11;
    profile.numbers[GS_GPU_ATOMICS_MANY_I32_PER_S] = 1e11;
    profile.numbers[GS_GPU_SHARED_WAVEFRONTS_PER_S] = 2e11;
    for (int k = GS_GPU_READ_BYTES_PER_S; k <= GS_GPU_UPDATE_BYTES_PER_S; k++)
        profile.curves[k] =
            (struct gs_gpu_points){.at = {1024, 32768}, .value = {1e11, 2e12}, .count = 2};
    profile.curves[GS_GPU_BLOCK_S] =
        (struct gs_gpu_points){.at = {32}, .value = {1e-9}, .count = 1};
    return 0;
}

/* Of an array that is loaded or stored from its begin to its end. */
static json_t *place(double bytes, json_int_t loads, json_int_t stores, json_int_t first)
{
    const json_int_t last = first + (json_int_t)bytes / 32 - 1;
    json_t *json = json_pack("{s:I, s:I, s:I, s:I}", "bytes", (json_int_t)bytes, "load_sectors",
                             loads, "store_sectors", stores, "ideal_sectors", loads + stores);
    json_object_set_new(json, loads > 0 ? "loaded_first" : "stored_first", json_integer(first));
    json_object_set_new(json, loads > 0 ? "loaded_last" : "stored_last", json_integer(last));
    return json;
}

/* A copy of n floats, from that sector on, by blocks of 256 threads, of which 16 ran. */
static json_t *copy_from(json_int_t first, double n)
{
    const json_int_t ran = 16, sectors = ran * 32, apart = (json_int_t)1 << 40;
    return json_pack("{s:s, s:[i,i,i], s:I, s:I, s:[o,o], s:i, s:f, s:f, s:I, s:I}", "kernel",
                     "copy", "block", 256, 1, 1, "blocks", (json_int_t)(n / 256), "ran", ran,
                     "places", place(4 * n, sectors, 0, first),
                     place(4 * n, 0, sectors, apart + first), "phases", 1, "phase_bytes", 4.0,
                     "phase_squares", 16.0, "block_sectors", sectors, "block_new_sectors", sectors);
}

/* The same with `more` in its launch. */
static json_t *copy_of(double n, const char *more, json_t *value)
{
    json_t *launch = copy_from(1, n);
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

/* Eight copies, each of what lies `apart` sectors behind that of the one before. */
static double seconds_of_eight(double n, json_int_t apart, bool cold)
{
    json_t *launches = json_array();
    for (json_int_t i = 0; i < 8; i++)
        json_array_append_new(launches, copy_from(1 + i * apart, n));
    return predict(launches, cold).seconds;
}

static void a_launch_finds_in_the_cache_what_one_before_touched(void **state)
{
    (void)state;
    const double n = 1 << 14, few = 1 << 11; /* all eight copies of few fit into the L2 */
    const json_int_t sectors = (json_int_t)n / 8, few_sectors = (json_int_t)few / 8;
    assert_true(seconds_of_eight(few, 0, true) < 0.9 * seconds_of_eight(few, few_sectors, true));
    /* A run before left what fits. */
    assert_true(seconds_of_eight(few, few_sectors, false) < 1.01 * seconds_of_eight(few, 0, false));
    assert_true(seconds_of_eight(n, 0, false) < 0.9 * seconds_of_eight(n, sectors, false));
}

static void assert_same_time(double seconds, double other)
{
    if (fabs(seconds - other) > 1e-12)
        fail_msg("%g s are not %g s", seconds, other);
}

/* One block that touches one array, which has `bytes`, so often. */
static json_t *one_block(double bytes, json_int_t loads, json_int_t stores, json_int_t block_loads)
{
    json_t *touched = place(1024, loads, stores, 1);
    json_object_set_new(touched, "bytes", json_integer((json_int_t)bytes));
    return json_pack("{s:s, s:[i,i,i], s:i, s:i, s:[o], s:I, s:I}", "kernel", "one", "block", 256,
                     1, 1, "blocks", 1, "ran", 1, "places", touched, "block_sectors", block_loads,
                     "block_new_sectors", block_loads);
}

static double start_of(json_t *launch)
{
    return predict(json_pack("[o]", launch), true).of[GS_TERM_LAUNCH];
}

/* Loads are waited for, and stores and atomic functions come to the L2 before a launch ends. */
static void a_launch_ends_behind_its_last_store(void **state)
{
    (void)state;
    const double *numbers = profile.numbers, empty_s = numbers[GS_GPU_EMPTY_KERNEL_S];
    const double load_s = empty_s + numbers[GS_GPU_FIRST_LOAD_S];
    const double store_s = empty_s + numbers[GS_GPU_L2_LATENCY_S];
    assert_same_time(start_of(one_block(1024, 32, 0, 32)), load_s);
    assert_same_time(start_of(one_block(1024, 0, 32, 0)), store_s);
    /* Of an atomic function that nobody waits for, sectors are loaded, but not by the block. */
    assert_same_time(start_of(one_block(1024, 32, 32, 0)), store_s);
    assert_same_time(start_of(json_pack("{s:s, s:[i,i,i], s:i, s:i}", "kernel", "empty", "block",
                                        32, 1, 1, "blocks", 1, "ran", 1)),
                     empty_s);
}

/* Each has its turn as a launch has, and writes its bytes as fast as memory takes them. */
static void fills_take_their_turns(void **state)
{
    (void)state;
    json_t *launch = one_block(1024, 32, 0, 32);
    struct gs_prediction plain = predict(json_pack("[O]", launch), true);
    json_object_set_new(launch, "fills", json_integer(3));
    json_object_set_new(launch, "fill_bytes", json_integer(1 << 20));
    struct gs_prediction filled = predict(json_pack("[o]", launch), true);
    const double turns_s = 3 * profile.numbers[GS_GPU_KERNEL_IN_A_ROW_S];
    const double bytes_s = (1 << 20) / profile.curves[GS_GPU_WRITE_BYTES_PER_S].value[1];
    assert_same_time(filled.of[GS_TERM_LAUNCH], plain.of[GS_TERM_LAUNCH] + turns_s);
    assert_same_time(filled.seconds, plain.seconds + turns_s + bytes_s);
}

/* Where all blocks ran, what lies in no touched sector is not moved, however large the array is. */
static void sectors_that_are_loaded_again_come_from_memory_once(void **state)
{
    (void)state;
    const double large = 1 << 20;
    double once = predict(json_pack("[o]", one_block(large, 32, 0, 32)), true).seconds;
    double again = predict(json_pack("[o]", one_block(large, 64, 0, 64)), true).seconds;
    assert_same_time(again, once);
}

/* Nine loads that wait for each other, of which the block has had eight. */
static double seconds_of_near(double l1_latency_s)
{
    const double before = profile.numbers[GS_GPU_L1_LATENCY_S];
    json_t *launch = one_block(1024, 32, 0, 32);
    json_object_set_new(launch, "phases", json_integer(9));
    json_object_set_new(launch, "near_phases", json_integer(8));
    profile.numbers[GS_GPU_L1_LATENCY_S] = l1_latency_s;
    double seconds = predict(json_pack("[o]", launch), true).seconds;
    profile.numbers[GS_GPU_L1_LATENCY_S] = before;
    return seconds;
}

/* A profile without the L1's latency: what is there comes from no further than the L2. */
static void what_a_block_has_loaded_does_not_come_from_memory(void **state)
{
    (void)state;
    const double *numbers = profile.numbers;
    assert_same_time(seconds_of_near(0), seconds_of_near(numbers[GS_GPU_L2_LATENCY_S]));
    assert_true(seconds_of_near(0) < seconds_of_near(numbers[GS_GPU_MEMORY_LATENCY_S]));
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

/* The seconds of one copy whose launch has this count. */
static double seconds_with(const char *name, double count)
{
    return predict(json_pack("[o]", copy_of(1 << 24, name, json_integer((json_int_t)count))), true)
        .seconds;
}

/* Of a copy whose blocks load so many sectors that they had not loaded before. */
static double seconds_of_new(json_int_t sectors)
{
    json_t *launch = copy_of(1 << 24, "followed", json_integer(16));
    json_object_set_new(launch, "phases", json_integer(16));
    json_object_set_new(launch, "block_new_sectors", json_integer(16 * sectors));
    return predict(json_pack("[o]", launch), true).seconds;
}

/* Of what two warps of a block load, the second one has nothing under way that the first has not.
 */
static void what_warps_of_a_block_share_is_under_way_once(void **state)
{
    (void)state;
    assert_same_time(seconds_of_new(32), seconds_of(1 << 24, true));
    assert_true(seconds_of_new(16) > 1.3 * seconds_of_new(32));
}

/* A fixed grid, each thread of which loads eight times, one load behind the other. */
static double seconds_of_a_fixed_grid(void)
{
    json_t *launch = copy_of(1 << 24, "phases", json_integer(16 * 8));
    json_t *places = json_object_get(launch, "places");
    const json_int_t sectors = ((json_int_t)4 << 24) / 32 * 16 / 400; /* of the 16 that ran */
    json_object_set_new(launch, "blocks", json_integer(400));
    json_object_set_new(json_array_get(places, 0), "load_sectors", json_integer(sectors));
    json_object_set_new(json_array_get(places, 1), "store_sectors", json_integer(sectors));
    return predict(json_pack("[o]", launch), true).seconds;
}

/* By as many blocks as the elements need. */
static double seconds_of_wide_loads(void)
{
    json_t *launch = copy_of(1 << 26, "phase_bytes", json_real(16));
    json_object_set_new(launch, "phase_squares", json_real(256));
    return predict(json_pack("[o]", launch), true).seconds;
}

/* The curves were measured by a fixed grid, the best copy by blocks that follow each other. */
static void blocks_that_follow_each_other_move_bytes_as_the_best_copy_does(void **state)
{
    (void)state;
    const struct gs_gpu_profile before = profile;
    profile.curves[GS_GPU_BLOCK_S].value[0] = 1e-10; /* less than their bytes take */
    const double plain = seconds_of_wide_loads(), fixed = seconds_of_a_fixed_grid();
    profile.numbers[GS_GPU_COPY_BYTES_PER_S] = 1.25 * 2e12;
    const double faster = seconds_of_wide_loads(), same = seconds_of_a_fixed_grid();
    profile = before;
    assert_true(faster < 0.96 * plain && faster > plain / 1.25);
    assert_same_time(fixed, same);
}

/* What one warp alone does is in the start: more instructions, a longer one. */
/* Which of the two it is tells what each takes alone: the time is that of memory, kept waiting. */
static void blocks_bind_where_they_keep_memory_waiting(void **state)
{
    (void)state;
    const struct gs_gpu_profile before = profile;
    const double n = 1 << 24, blocks = n / 256;
    struct gs_gpu_points *block_s = &profile.curves[GS_GPU_BLOCK_S];
    block_s->value[0] = 1e-12;
    double alone = predict(json_pack("[o]", copy_of(n, NULL, NULL)), true).of[GS_TERM_MEMORY];
    profile.curves[GS_GPU_COPY_BLOCK_S] =
        (struct gs_gpu_points){.at = {256}, .value = {8e-9}, .count = 1};
    double waiting = predict(json_pack("[o]", copy_of(n, NULL, NULL)), true).of[GS_TERM_MEMORY];
    assert_true(waiting > 1.5 * alone);
    for (double part = 0.45; part < 1.3; part += 0.1) {
        block_s->value[0] = part * alone / blocks;
        struct gs_prediction p = predict(json_pack("[o]", copy_of(n, NULL, NULL)), true);
        assert_int_equal(p.binding, part > 1 ? GS_TERM_BLOCKS : GS_TERM_MEMORY);
        assert_true(fabs(p.of[p.binding] / waiting - 1) < 0.01);
    }
    profile = before;
}

static void instructions_of_one_warp_are_in_the_start(void **state)
{
    (void)state;
    double start_s[2];
    for (int k = 0; k < 2; k++) {
        const json_int_t each = k == 0 ? 10 : 60, threads = 16 * 256;
        json_t *counts = json_pack("{s:I}", "instructions_i32", each * threads);
        start_s[k] = start_of(copy_of(1 << 12, "arithmetic", counts));
    }
    /* Four clocks for each of 50; 3e13 operations a second are 2.34e9 clocks of 100
     * multiprocessors. */
    const double clocks = 3e13 / 100 / 128;
    assert_true(fabs((start_s[1] - start_s[0]) / (50 * 4 / clocks) - 1) < 0.01);
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

static void what_takes_turns_takes_longer(void **state)
{
    (void)state;
    const double plain = seconds_of(1 << 24, true);
    /* Of 16 blocks: banks that conflict, barriers, and scattered sectors. */
    assert_true(seconds_with("wavefronts", 16 * 32) < 1.01 * plain);
    assert_true(seconds_with("wavefronts", 16 * 32 * 200) > 2 * plain);
    assert_true(seconds_with("barriers", 16 * 20) > 1.01 * plain);
    assert_true(seconds_with("barriers", 16 * 200) > seconds_with("barriers", 16 * 20));
    assert_true(seconds_with("scattered_stores", 16 * 256) > 2 * plain);
}

/* Divisions hide behind the bytes of other warps, but for the loads that a warp does not have under
 * way meanwhile; and they do not where all warps wait at barriers. */
static void divisions_add_to_what_a_block_with_barriers_waits_for(void **state)
{
    (void)state;
    const double n = 1 << 24, plain = seconds_of(n, true);
    const double blocks = n / 256, rate = profile.numbers[GS_GPU_DIVISIONS_F32_PER_S];
    const double divisions = 0.4 * plain * rate * 16 / blocks; /* of the 16 that ran */
    double seconds[2];
    for (int barriers = 0; barriers < 2; barriers++) {
        json_t *counts = json_pack("{s:I}", "divisions_f32", (json_int_t)divisions);
        json_t *copy = copy_of(n, "arithmetic", counts);
        json_object_set_new(copy, "barriers", json_integer(16 * 200 * barriers));
        seconds[barriers] = predict(json_pack("[o]", copy), true).seconds;
    }
    assert_true(seconds[0] > plain && seconds[0] < 1.2 * plain);
    assert_true(seconds[1] > 1.05 * seconds_with("barriers", 16 * 200));
}

/* Threads on one address take turns; on an address each they do not, and integers are added up in
 * the warp first. */
static void atomics_on_one_address_take_turns(void **state)
{
    (void)state;
    const double all = 16 * 256;
    double seconds[3];
    for (int k = 0; k < 3; k++) {
        json_t *launch = copy_of(1 << 24, "atomics", json_integer((json_int_t)all));
        json_object_set_new(launch, "atomics_turns",
                            json_integer((json_int_t)(k == 0 ? all / 32 : all)));
        json_object_set_new(launch, "atomics_merged_turns", json_integer((json_int_t)(all / 32)));
        json_object_set_new(launch, "atomics_reach", json_integer(k == 0 ? 1 << 26 : 0));
        json_object_set_new(launch, k == 2 ? "integer_atomics" : "float_atomics",
                            json_integer((json_int_t)all));
        struct gs_prediction prediction = predict(json_pack("[o]", launch), true);
        seconds[k] = prediction.seconds;
        if (k == 1)
            assert_int_equal(prediction.binding, GS_TERM_ATOMICS);
    }
    assert_true(seconds[1] > 2 * seconds[0] && seconds[2] < seconds[1]);
}

/* Each line has its part of what the accesses take, and the start of a kernel is no line's. */
static void seconds_belong_to_lines(void **state)
{
    (void)state;
    json_t *sites = json_pack("[{s:s, s:i, s:i, s:i}, {s:s, s:i, s:i, s:i}, {s:s, s:i, s:i, s:i}]",
                              "file", "a.cu", "line", 7, "sectors", 100, "wavefronts", 0, "file",
                              "a.cu", "line", 8, "sectors", 200, "wavefronts", 0, "file", "a.cu",
                              "line", 7, "sectors", 300, "wavefronts", 0);
    struct gs_prediction p = predict(json_pack("[o]", copy_of(1 << 24, "sites", sites)), true);
    assert_int_equal(p.line_count, 2);
    assert_int_equal(p.lines[0].line, 7);
    assert_string_equal(p.lines[0].file, "a.cu");
    double memory = p.of[GS_TERM_MEMORY];
    assert_true(p.lines[0].seconds > 0.66 * memory && p.lines[0].seconds < 0.67 * memory);
    assert_true(p.lines[0].seconds + p.lines[1].seconds < 1.001 * memory);
    assert_true(p.lines[0].seconds + p.lines[1].seconds > 0.999 * memory);
}

static void what_the_model_does_not_know_has_no_number(void **state)
{
    static const char *const wide[] = {"atomics", "integer_atomics", "wide_atomics"};
    (void)state;
    assert_none(json_pack("[o]", copy_of(1024, "other_function", json_string("sinf"))), &profile,
                "sinf()");
    assert_none(
        json_pack("[o]", copy_of(1024, "arithmetic", json_pack("{s:i}", "divisions_i64", 1))),
        &profile, "64 bits");
    assert_none(json_pack("[o]", copy_of(1 << 24, "arithmetic",
                                         json_pack("{s:i}", "instructions_i32", 1 << 30))),
                &profile, "many instructions");
    json_t *uneven = copy_of(1 << 24, "followed", json_integer(16));
    json_object_set_new(uneven, "block_requests", json_integer(160));
    json_object_set_new(uneven, "most_block_requests", json_integer(150));
    assert_none(json_pack("[o]", uneven), &profile, "more than others");
    json_t *again = copy_of(1 << 24, "block_sectors", json_integer(100));
    json_object_set_new(again, "block_new_sectors", json_integer(50));
    json_object_set_new(again, "phases", json_integer(8));
    assert_none(json_pack("[o]", again), &profile, "loads again");
    assert_none(json_pack("[o]", copy_of(256, "phases", json_integer(1000))), &profile,
                "long loop");
    json_t *merged = copy_of(1 << 24, "atomics_turns", json_integer(320));
    json_object_set_new(merged, "atomics_merged_turns", json_integer(10));
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        json_object_set_new(merged, wide[i], json_integer(320));
    assert_none(json_pack("[o]", merged), &profile, "64 bits");
    json_t *unknown = copy_of(1 << 24, "atomics", json_integer(320));
    json_object_set_new(unknown, "integer_atomics", json_integer(300));
    assert_none(json_pack("[o]", unknown), &profile, "not all of which are on integers");
    json_t *scattered = copy_of(1 << 24, "atomics", json_integer(320));
    json_object_set_new(scattered, "integer_atomics", json_integer(320));
    json_object_set_new(scattered, "atomics_by_data", json_integer(160));
    json_object_set_new(scattered, "block_sectors", json_integer(100));
    json_object_set_new(scattered, "block_new_sectors", json_integer(100));
    json_t *by_code = json_deep_copy(scattered); /* it loads nothing */
    json_object_set_new(by_code, "block_sectors", json_integer(0));
    assert_none(json_pack("[o]", scattered), &profile, "which lanes meet");
    (void)predict(json_pack("[o]", by_code), true);
    json_t *shared = copy_of(1 << 24, "wavefronts", json_integer(100));
    json_object_set_new(shared, "shared_atomics_turns", json_integer(3200));
    assert_none(json_pack("[o]", shared), &profile, "shared memory");
    json_t *apart = copy_of(1 << 24, "wavefronts", json_integer(100));
    json_object_set_new(apart, "shared_atomics_turns", json_integer(100));
    (void)predict(json_pack("[o]", apart), true);
    assert_none(json_pack("[o]", copy_of(1024, "watches", json_integer(4))), &profile,
                "wait for what others leave");
    (void)predict(json_pack("[o]", copy_of(256, "watches", json_integer(4))), true);
    (void)predict(json_pack("[o]", copy_of(1 << 24, "watches", json_integer(4))), true);
    assert_none(json_pack("[o]", copy_of(1 << 24, "loads_of_others", json_integer(1))), &profile,
                "what other blocks store");
    (void)predict(json_pack("[o]", copy_of(256, "loads_of_others", json_integer(1))), true);
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
    /* Only a kernel that needs it misses one that older profiles have not. */
    lacks = profile;
    lacks.numbers[GS_GPU_SHARED_LATENCY_S] = 0;
    assert_none(json_pack("[o]", copy_of(1024, "barriers", json_integer(16))), &lacks,
                "shared_latency_s");
    struct gs_prediction prediction;
    struct gs_error error = {""};
    json_t *copy = json_pack("[o]", copy_of(1024, NULL, NULL));
    assert_int_equal(gs_predict(copy, &lacks, true, &prediction, &error), GS_OK);
    json_decref(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_elements_take_longer),
        cmocka_unit_test(caches_that_hold_the_data_make_it_faster),
        cmocka_unit_test(each_launch_is_added),
        cmocka_unit_test(a_launch_finds_in_the_cache_what_one_before_touched),
        cmocka_unit_test(a_launch_ends_behind_its_last_store),
        cmocka_unit_test(fills_take_their_turns),
        cmocka_unit_test(sectors_that_are_loaded_again_come_from_memory_once),
        cmocka_unit_test(what_a_block_has_loaded_does_not_come_from_memory),
        cmocka_unit_test(arithmetic_binds_where_there_is_much),
        cmocka_unit_test(blocks_that_follow_each_other_move_bytes_as_the_best_copy_does),
        cmocka_unit_test(what_warps_of_a_block_share_is_under_way_once),
        cmocka_unit_test(blocks_bind_where_they_keep_memory_waiting),
        cmocka_unit_test(instructions_of_one_warp_are_in_the_start),
        cmocka_unit_test(what_takes_turns_takes_longer),
        cmocka_unit_test(divisions_add_to_what_a_block_with_barriers_waits_for),
        cmocka_unit_test(atomics_on_one_address_take_turns),
        cmocka_unit_test(seconds_belong_to_lines),
        cmocka_unit_test(what_the_model_does_not_know_has_no_number),
        cmocka_unit_test(a_profile_that_lacks_a_number_is_refused),
    };
    return cmocka_run_group_tests(tests, make_profile, NULL);
}
