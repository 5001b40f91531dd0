#include "predict.h"

#include "block_life.h"
#include "flow.h"
#include "json_get.h"
#include "launch.h"
#include "lines.h"
#include "reuse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct gs_term_name gs_terms[GS_TERMS] = {
    [GS_TERM_LAUNCH] = {"launch", "starting kernels, and the first load of each"},
    [GS_TERM_BLOCKS] = {"blocks", "starting blocks"},
    [GS_TERM_MEMORY] = {"memory", "moving bytes to and from memory"},
    [GS_TERM_L2] = {"L2", "moving bytes to and from the L2"},
    [GS_TERM_SHARED] = {"shared", "passes through the banks of shared memory, and shuffles"},
    [GS_TERM_BARRIERS] = {"barriers", "barriers"},
    [GS_TERM_ATOMICS] = {"atomics", "atomic functions that take turns"},
    [GS_TERM_ARITHMETIC] = {"arithmetic", "arithmetic"},
    [GS_TERM_INSTRUCTIONS] = {"instructions", "instructions of all kinds"},
    [GS_TERM_LATENCY] = {"latency", "loads that wait for each other"},
};

enum { SECTOR_BYTES = 32, LINE_BYTES = 128 };

/*
 * The parts of the L2 that keep what a kernel wrote until later, and that can hold all arrays of a
 * kernel which runs again and again. From Ampere on, half of an L2 is far from each multiprocessor,
 * and keeps copies of the other half.
 */
static const double written_share = 0.4, kept_share = 0.5;

/* The ranges that are said, without such launches and with one. */
static const double factor_alone = 1.25, factor_waiting = 1.5;

/* ---- the terms of a launch ------------------------------------------------------------------- */

static double l2_s(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile)
{
    const double *numbers = profile->numbers;
    double scattered = launch->scattered_loads + launch->scattered_stores;
    double seconds =
        fmax(0, launch->traffic - SECTOR_BYTES * scattered) / numbers[GS_GPU_L2_READ_BYTES_PER_S];
    if (launch->scattered_loads > 0)
        seconds += launch->scattered_loads / numbers[GS_GPU_SCATTERED_LOADS_PER_S] / launch->busy;
    if (launch->scattered_stores > 0)
        seconds += launch->scattered_stores / numbers[GS_GPU_SCATTERED_STORES_PER_S] / launch->busy;
    return seconds;
}

/* Bytes of loads that a multiprocessor has under way: fewer where blocks end and others begin, and
 * while they divide. */
static double under_way(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile)
{
    if (launch->far <= 0 || launch->barriers > 0)
        return launch->in_flight;
    double turn_s = launch->turns > 1 ? gs_flow_turn_s(profile, launch->threads) : 0;
    double sequences_s = gs_launch_scheduled_s(launch, gs_launch_sequences_s(launch, profile));
    return gs_flow_under_way(launch, profile, (turn_s + sequences_s) / fmax(1, launch->far));
}

/* Seconds for what comes from memory, with so many bytes of loads under way in a multiprocessor;
 * 0 where the L2 has all of it. */
static double memory_s(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile,
                       bool from_memory, double in_flight)
{
    double l2_bytes = profile->numbers[GS_GPU_L2_BYTES];
    if (!from_memory && launch->since <= kept_share * l2_bytes)
        return 0;
    double kept = from_memory ? fmin(launch->writes, written_share * l2_bytes) : 0;
    double moved = launch->reads + launch->writes - kept;
    if (moved <= 0)
        return 0;
    double rate = gs_flow_rate_of(launch, profile,
                                  gs_flow_curve(launch, profile, kept < launch->writes), in_flight);
    return moved / (rate * launch->busy) + kept / profile->numbers[GS_GPU_L2_READ_BYTES_PER_S];
}

static void memory_terms(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile, bool from_memory,
                         double seconds[GS_TERMS])
{
    enum { STORED = 4 }; /* bytes of a thread that loads nothing */
    double in_flight = launch->reads > 0 ? under_way(launch, profile)
                                         : STORED * launch->resident * launch->threads;
    seconds[GS_TERM_L2] = l2_s(launch, profile);
    seconds[GS_TERM_MEMORY] = memory_s(launch, profile, from_memory, in_flight);
}

static bool has_integer_atomics(const struct gs_launch_counts *launch)
{
    return gs_launch_number(launch, "integer_atomics") > 0;
}

/*
 * Atomic functions on one line of the L2 take turns, and so do those that one multiprocessor sends.
 * Of integers, the lanes of a warp that add to one address are added up first.
 */
static double atomics_s(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile)
{
    const double *numbers = profile->numbers;
    bool integers = has_integer_atomics(launch);
    double turns = gs_launch_number(launch, integers ? "atomics_merged_turns" : "atomics_turns");
    double all = gs_launch_number(launch, "atomics");
    double lines = gs_launch_number(launch, "atomics_reach") / LINE_BYTES + 1;
    double beside = fmin(lines, fmax(1, launch->busy * launch->multiprocessors));
    double one = numbers[integers ? GS_GPU_ATOMICS_ONE_I32_PER_S : GS_GPU_ATOMICS_ONE_F32_PER_S];
    double many = numbers[integers ? GS_GPU_ATOMICS_MANY_I32_PER_S : GS_GPU_ATOMICS_MANY_F32_PER_S];
    return all > 0 ? launch->scale * fmax(turns / one / beside, all / many / launch->busy) : 0;
}

/* Loads that wait for each other in one warp, the first of which is in the start. What one warp
 * waits for others hide, as far as there are any. Of a profile without the L1's latency that of the
 * L2 stands for it: it is longer, but what the L1 has does not come from memory. */
static double latency_s(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile,
                        bool from_memory)
{
    const double *numbers = profile->numbers;
    double far_s = numbers[from_memory ? GS_GPU_MEMORY_LATENCY_S : GS_GPU_L2_LATENCY_S];
    double near_s = numbers[GS_GPU_L1_LATENCY_S] > 0 ? numbers[GS_GPU_L1_LATENCY_S]
                                                     : numbers[GS_GPU_L2_LATENCY_S];
    return fmax(0, (launch->far - 1) * far_s + launch->near * near_s);
}

static void kernel_terms(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile, bool from_memory,
                         double seconds[GS_TERMS])
{
    const double *numbers = profile->numbers;
    double passes = gs_launch_number(launch, "wavefronts") + gs_launch_number(launch, "shuffles");
    memory_terms(launch, profile, from_memory, seconds);
    seconds[GS_TERM_BLOCKS] =
        launch->blocks * gs_gpu_curve_at(&profile->curves[GS_GPU_BLOCK_S], launch->threads);
    seconds[GS_TERM_ARITHMETIC] = gs_launch_arithmetic_s(launch, profile);
    seconds[GS_TERM_INSTRUCTIONS] = gs_launch_issue_s(launch, profile);
    seconds[GS_TERM_ATOMICS] = atomics_s(launch, profile);
    if (passes > 0)
        seconds[GS_TERM_SHARED] =
            passes * launch->scale / numbers[GS_GPU_SHARED_WAVEFRONTS_PER_S] / launch->busy;
    if (launch->barriers <= 0)
        seconds[GS_TERM_LATENCY] = latency_s(launch, profile, seconds[GS_TERM_MEMORY] > 0);
}

/* ---- what the model does not know ------------------------------------------------------------ */

static bool is_even(const struct gs_launch_counts *launch)
{
    double followed = gs_launch_number(launch, "followed");
    return launch->blocks <= 1 || gs_launch_number(launch, "most_block_requests") * followed <=
                                      2 * gs_launch_number(launch, "block_requests");
}

/* A block that comes back, behind several loads that waited for each other, to what it has loaded:
 * what other blocks have driven out of the caches until then is not known. */
static bool comes_back(const struct gs_launch_counts *launch)
{
    return launch->barriers <= 0 && launch->far > 1.5 && launch->far + launch->near > 2 &&
           10 * gs_launch_number(launch, "block_new_sectors") <
               9 * gs_launch_number(launch, "block_sectors");
}

/* Nothing in a profile says what one warp alone takes for what others would hide. */
static bool is_long_loop_of_few(const struct gs_launch_counts *launch)
{
    enum { LONG = 32 };
    double threads = launch->blocks * launch->threads;
    double atomics = gs_launch_number(launch, "atomics") * launch->scale / threads;
    return launch->blocks * launch->warps < launch->multiprocessors &&
           (launch->far + launch->near > LONG || atomics > LONG);
}

/* Atomic functions on integers and on floats in one launch, or on what is neither. */
static bool has_mixed_atomics(const struct gs_launch_counts *launch)
{
    double all = gs_launch_number(launch, "atomics");
    return gs_launch_number(launch, "integer_atomics") < all &&
           gs_launch_number(launch, "float_atomics") < all;
}

/* Of integers of 64 bits a compiler adds up a warp's first where all lanes add the same, which is
 * not counted. */
static bool may_be_merged(const struct gs_launch_counts *launch)
{
    return has_integer_atomics(launch) && gs_launch_number(launch, "wide_atomics") > 0 &&
           2 * gs_launch_number(launch, "atomics_merged_turns") <
               gs_launch_number(launch, "atomics_turns");
}

/*
 * Atomic functions at addresses that the data decide, as those of a histogram. Lanes that meet at
 * one integer are not added up first, and addresses of one line take turns: the recorded times of
 * such kernels are up to a few hundred times the predicted ones. A kernel that loads nothing goes
 * by no data.
 */
static bool meets_by_data(const struct gs_launch_counts *launch)
{
    return gs_launch_number(launch, "block_sectors") > 0 &&
           4 * gs_launch_number(launch, "atomics_by_data") > gs_launch_number(launch, "atomics");
}

/*
 * Lanes of a warp that meet at one address of shared memory take turns. No profile has what a turn
 * takes: in the kernel that is measured all lanes add to one address, which takes no longer than an
 * address for each. What is counted are passes through the banks: turns that are more than all of
 * these are not in the prediction.
 */
static bool takes_turns_in_shared(const struct gs_launch_counts *launch)
{
    return gs_launch_number(launch, "shared_atomics_turns") >
           gs_launch_number(launch, "wavefronts");
}

/*
 * Blocks that are all there at once, and watch what the others leave: how long one waits for
 * another, no count of a few blocks tells. Where blocks follow each other in a place, those that
 * have come to their loads hide it.
 */
static bool waits_for_others(const struct gs_launch_counts *launch)
{
    return gs_launch_number(launch, "watches") > 0 && launch->blocks > 1 && launch->turns <= 1;
}

/*
 * A thread that stores, and then loads plainly what threads of other blocks store in the same
 * launch: what it finds, and so how often it goes round, depends on how far all others have come. A
 * few blocks that run alone find what was there before.
 */
static bool goes_by_others(const struct gs_launch_counts *launch)
{
    return gs_launch_number(launch, "loads_of_others") > 0 && launch->blocks > 1;
}

/* Where a prediction would be too long or too short by a factor of two and more. */
static enum gs_status check_launch(const struct gs_launch_counts *launch, struct gs_error *error)
{
    const char *kernel = gs_get_text(launch->json, "kernel");
    const char *function = gs_get_text(launch->json, "other_function");
    const json_t *counts = json_object_get(launch->json, "arithmetic");
    if (function[0] != '\0')
        return gs_fail(error, GS_WRONG, "%s calls %s()", kernel, function);
    if (gs_launch_number(launch, "beside") > 0)
        return gs_fail(error, GS_WRONG, "%s is launched in a graph, or in a stream beside others",
                       kernel);
    if (gs_get_number(counts, "divisions_i64") > 0)
        return gs_fail(error, GS_WRONG, "%s divides integers of 64 bits", kernel);
    if (!is_even(launch))
        return gs_fail(error, GS_WRONG, "%s has blocks that do more than others", kernel);
    if (is_long_loop_of_few(launch))
        return gs_fail(error, GS_WRONG, "%s has a long loop, and too few threads to hide it",
                       kernel);
    if (has_mixed_atomics(launch))
        return gs_fail(error, GS_WRONG,
                       "%s has atomic functions not all of which are on integers, or on floats",
                       kernel);
    if (may_be_merged(launch))
        return gs_fail(error, GS_WRONG,
                       "%s has atomic functions of a warp on one integer of 64 bits", kernel);
    if (meets_by_data(launch))
        return gs_fail(error, GS_WRONG,
                       "%s has atomic functions whose data decide which lanes meet", kernel);
    if (takes_turns_in_shared(launch))
        return gs_fail(error, GS_WRONG,
                       "%s has atomic functions of a warp on one address of shared memory", kernel);
    if (waits_for_others(launch))
        return gs_fail(error, GS_WRONG,
                       "%s has blocks that wait for what others leave, and nothing hides it",
                       kernel);
    if (goes_by_others(launch))
        return gs_fail(error, GS_WRONG, "%s goes by what other blocks store while it runs", kernel);
    if (comes_back(launch))
        return gs_fail(error, GS_WRONG, "%s loads again in a loop what it has loaded", kernel);
    return GS_OK;
}

/*
 * Instructions of the simulator's code are counted. A GPU's compiler makes fewer of them, above all
 * in loops: how many fewer is not known, and so they must not be what counts. They do where they
 * are a third of what a launch takes behind its start, and not little next to the start.
 */
static enum gs_status check_instructions(const struct gs_launch_counts *launch,
                                         const double of[GS_TERMS], struct gs_error *error)
{
    enum { PART = 3, LITTLE = 4 };
    double all = 0;
    for (enum gs_term term = 0; term < GS_TERMS; term++)
        all += term == GS_TERM_LAUNCH ? 0 : of[term];
    if (PART * of[GS_TERM_INSTRUCTIONS] <= all ||
        LITTLE * of[GS_TERM_INSTRUCTIONS] <= of[GS_TERM_LAUNCH])
        return GS_OK;
    return gs_fail(error, GS_WRONG, "%s takes many instructions, of which a GPU has fewer",
                   gs_get_text(launch->json, "kernel"));
}

/* Threads that wait for each other, in one way or another, or for a cache. */
static bool is_waiting(const struct gs_launch_counts *launch)
{
    return launch->barriers > 0 || launch->near > 0 || launch->shared_phases > 0 ||
           launch->scattered_loads + launch->scattered_stores > 0 ||
           gs_launch_number(launch, "atomics") > 0;
}

static enum gs_status lacks(const struct gs_gpu_profile *profile, const char *key,
                            struct gs_error *error)
{
    return gs_fail(error, GS_USAGE,
                   "the profile of %s has no %s: measure it again with the command profile",
                   profile->name, key);
}

/* Numbers that profiles have since they are measured, and that this launch needs. */
static enum gs_status check_needs(const struct gs_launch_counts *launch,
                                  const struct gs_gpu_profile *profile, struct gs_error *error)
{
    const bool shared = launch->barriers > 0 || gs_launch_number(launch, "shared_requests") > 0 ||
                        gs_launch_number(launch, "shuffles") > 0;
    const struct {
        bool needed;
        enum gs_gpu_number number;
    } needs[] = {
        {shared, GS_GPU_SHARED_LATENCY_S},
        {shared, GS_GPU_SHARED_WAVEFRONTS_PER_S},
        {launch->barriers > 0, GS_GPU_BARRIER_S},
        {launch->barriers > 0, GS_GPU_BARRIERS_PER_S},
        {launch->barriers > 0 && launch->near > 0, GS_GPU_L1_LATENCY_S},
        {launch->scattered_loads > 0, GS_GPU_SCATTERED_LOADS_PER_S},
        {launch->scattered_stores > 0, GS_GPU_SCATTERED_STORES_PER_S},
        {gs_launch_number(launch, "atomics") > 0, GS_GPU_ATOMICS_ONE_F32_PER_S},
        {gs_launch_number(launch, "atomics") > 0, GS_GPU_ATOMICS_ONE_I32_PER_S},
        {gs_launch_number(launch, "atomics") > 0, GS_GPU_ATOMICS_MANY_F32_PER_S},
        {gs_launch_number(launch, "atomics") > 0, GS_GPU_ATOMICS_MANY_I32_PER_S},
    };
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (needs[i].needed && profile->numbers[needs[i].number] <= 0)
            return lacks(profile, gs_gpu_numbers[needs[i].number].key, error);
    }
    return GS_OK;
}

/* Every number that the terms divide by. */
static enum gs_status check_profile(const struct gs_gpu_profile *profile, struct gs_error *error)
{
    static const enum gs_gpu_number needed[] = {
        GS_GPU_MULTIPROCESSORS,     GS_GPU_L2_BYTES,
        GS_GPU_EMPTY_KERNEL_S,      GS_GPU_KERNEL_IN_A_ROW_S,
        GS_GPU_FIRST_LOAD_S,        GS_GPU_MEMORY_LATENCY_S,
        GS_GPU_L2_LATENCY_S,        GS_GPU_L2_READ_BYTES_PER_S,
        GS_GPU_MADS_F32_PER_S,      GS_GPU_MADS_F64_PER_S,
        GS_GPU_MADS_I32_PER_S,      GS_GPU_MADS_I64_PER_S,
        GS_GPU_DIVISIONS_F32_PER_S, GS_GPU_DIVISIONS_F64_PER_S,
        GS_GPU_DIVISIONS_I32_PER_S, GS_GPU_ROOTS_F32_PER_S,
        GS_GPU_ROOTS_F64_PER_S,     GS_GPU_EXPS_F32_PER_S,
        GS_GPU_EXPS_F64_PER_S};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (profile->numbers[needed[i]] <= 0)
            return lacks(profile, gs_gpu_numbers[needed[i]].key, error);
    }
    for (int k = GS_GPU_BLOCK_S; k <= GS_GPU_UPDATE_BYTES_PER_S; k++) {
        if (k != GS_GPU_COPY_BLOCK_S && profile->curves[k].count == 0)
            return lacks(profile, gs_gpu_curves[k].name.key, error);
    }
    return GS_OK;
}

/* ---- all launches ---------------------------------------------------------------------------- */

static enum gs_term longest(const double seconds[GS_TERMS])
{
    enum gs_term most = GS_TERM_LAUNCH;
    for (enum gs_term term = 0; term < GS_TERMS; term++)
        most = seconds[term] > seconds[most] ? term : most;
    return most;
}

/* The parts of a block's life, of all its turns. The first load of the grid is in its start. */
static void find_parts_of_life(const struct gs_launch_counts *launch,
                               const struct gs_block_life *life, bool from_memory, double seconds,
                               double of[GS_TERMS])
{
    double part = seconds / gs_block_life_s(life);
    of[from_memory && launch->turns > 1 ? GS_TERM_MEMORY : GS_TERM_LATENCY] = part * life->loads_s;
    of[GS_TERM_SHARED] = part * life->shared_s;
    of[GS_TERM_BARRIERS] = part * life->barriers_s;
    of[GS_TERM_INSTRUCTIONS] = part * life->instructions_s;
    of[GS_TERM_ARITHMETIC] = part * life->arithmetic_s;
    of[GS_TERM_BLOCKS] = part * life->turn_s;
}

/*
 * What the terms take that overlap: hardly more than the longest, as so many warps are there. What
 * they take turns at are queues, through which all go round (mean value analysis, as in
 * block_life.c). Latency is none: nobody takes turns at it.
 */
static double overlapped_s(const struct gs_launch_counts *launch, const double seconds[GS_TERMS])
{
    const int warps = (int)(launch->slots * launch->warps);
    double queue[GS_TERMS] = {0}, all = 0;
    for (int count = 1; count <= warps; count++) {
        double spends[GS_TERMS];
        all = 0;
        for (enum gs_term term = 0; term < GS_TERMS; term++) {
            spends[term] = term == GS_TERM_LATENCY ? 0 : seconds[term] * (1 + queue[term]);
            all += spends[term];
        }
        for (enum gs_term term = 0; all > 0 && term < GS_TERMS; term++)
            queue[term] = count * spends[term] / all;
        all /= count;
    }
    return fmax(all, seconds[GS_TERM_LATENCY]);
}

/*
 * The longest of its terms. But blocks that follow each other keep memory waiting while one ends
 * and the next begins: where starting them takes longer than memory would with all loads under way,
 * it is they that bind.
 */
static enum gs_term binding_of(const struct gs_launch_counts *launch,
                               const struct gs_gpu_profile *profile, bool fresh,
                               const double seconds[GS_TERMS])
{
    enum gs_term most = longest(seconds);
    bool waits = most == GS_TERM_MEMORY && launch->turns > 1 && launch->reads > 0;
    return waits && seconds[GS_TERM_BLOCKS] > memory_s(launch, profile, fresh, launch->in_flight)
               ? GS_TERM_BLOCKS
               : most;
}

/* What the longest of its terms takes, or all that a block with barriers waits for. */
static void find_parts(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile,
                       bool fresh, const double seconds[GS_TERMS], double of[GS_TERMS])
{
    bool from_memory = seconds[GS_TERM_MEMORY] > 0;
    enum gs_term binding = binding_of(launch, profile, fresh, seconds);
    double overlapped = overlapped_s(launch, seconds);
    if (launch->barriers > 0) {
        struct gs_block_life life = gs_block_life_of(launch, profile, from_memory);
        double first_s = launch->turns <= 1 && launch->far > 0 ? life.loads_s / launch->far : 0;
        double life_s = gs_block_life_s(&life) * launch->turns - first_s;
        if (life_s > overlapped) {
            find_parts_of_life(launch, &life, from_memory, life_s, of);
            return;
        }
    }
    of[binding] += overlapped;
}

/*
 * What a launch that touches memory takes more than an empty one: its first load from memory. Where
 * blocks load nothing, no thread waits for a value, but the launch ends when the last store or
 * atomic function has come to the L2 and back.
 */
static double first_trip_s(const struct gs_launch_counts *launch,
                           const struct gs_gpu_profile *profile)
{
    if (launch->footprint <= 0)
        return 0;
    bool loads = gs_launch_number(launch, "block_sectors") > 0;
    return profile->numbers[loads ? GS_GPU_FIRST_LOAD_S : GS_GPU_L2_LATENCY_S];
}

/* Where nothing is gone through again and again, the simulator's code has about as many
 * instructions as a GPU's; of loops it has more, and how many more is not known. */
static double instructions_of_first_s(const struct gs_launch_counts *launch,
                                      const struct gs_gpu_profile *profile)
{
    bool loops = launch->far + launch->near > 1.5 || launch->barriers > 0;
    return loops ? 0 : gs_launch_chain_s(launch, profile);
}

/* cudaMemset() and its like, each of which has its turn as a kernel has, and writes its bytes. */
static void add_fills(struct gs_prediction *out, const struct gs_launch_counts *launch,
                      const struct gs_gpu_profile *profile)
{
    const struct gs_gpu_points *write = &profile->curves[GS_GPU_WRITE_BYTES_PER_S];
    const double parts[] = {
        [GS_TERM_LAUNCH] =
            gs_launch_number(launch, "fills") * profile->numbers[GS_GPU_KERNEL_IN_A_ROW_S],
        [GS_TERM_MEMORY] = gs_launch_number(launch, "fill_bytes") / write->value[write->count - 1]};
    for (size_t term = 0; term < sizeof parts / sizeof parts[0]; term++) {
        out->of[term] += parts[term];
        out->seconds += parts[term];
    }
}

/* `cold`: what it touches for the first time is in no cache. */
static enum gs_status add_launch(struct gs_prediction *out, const struct gs_launch_counts *launch,
                                 const struct gs_gpu_profile *profile, bool cold,
                                 struct gs_error *error)
{
    double seconds[GS_TERMS] = {0};
    bool first = out->launches++ == 0;
    const double *numbers = profile->numbers;
    double start = numbers[first && cold ? GS_GPU_EMPTY_KERNEL_S : GS_GPU_KERNEL_IN_A_ROW_S] +
                   first_trip_s(launch, profile) + instructions_of_first_s(launch, profile);
    bool fresh = launch->fresh && cold;
    kernel_terms(launch, profile, fresh, seconds);
    double of[GS_TERMS] = {[GS_TERM_LAUNCH] = start};
    find_parts(launch, profile, fresh, seconds, of);
    for (enum gs_term term = 0; term < GS_TERMS; term++) {
        out->of[term] += of[term];
        out->seconds += of[term];
    }
    add_fills(out, launch, profile);
    out->bytes += launch->reads + launch->writes;
    if (is_waiting(launch))
        out->factor = factor_waiting;
    gs_lines_add(out, launch->json, of);
    return check_instructions(launch, of, error);
}

/* The launches as their counts tell them, each with what of it the caches may have. */
static void read_launches(const json_t *launches, const struct gs_gpu_profile *profile,
                          struct gs_launch_counts *out)
{
    struct gs_reuse reuse = {.count = 0};
    double all = 0; /* bytes that a round of all launches touches */
    const size_t count = json_array_size(launches);
    for (size_t i = 0; i < count; i++) {
        const json_t *json = json_array_get(launches, i);
        out[i] = gs_launch_read(json, profile);
        out[i].fresh = gs_reuse_is_fresh(&reuse, json);
        all += out[i].fresh ? out[i].footprint : 0;
    }
    for (size_t i = 0; i < count; i++)
        out[i].since = out[i].fresh ? fmax(all, out[i].footprint) : out[i].footprint;
}

enum gs_status gs_predict(const json_t *launches, const struct gs_gpu_profile *profile, bool cold,
                          struct gs_prediction *out, struct gs_error *error)
{
    *out = (struct gs_prediction){.factor = factor_alone};
    const size_t count = json_array_size(launches);
    struct gs_launch_counts *counts = calloc(count + 1, sizeof *counts);
    if (counts == NULL)
        return gs_out_of_memory(error);
    enum gs_status status = check_profile(profile, error);
    if (status == GS_OK)
        read_launches(launches, profile, counts);
    for (size_t i = 0; status == GS_OK && i < count; i++) {
        status = check_launch(&counts[i], error);
        if (status == GS_OK)
            status = check_needs(&counts[i], profile, error);
        if (status == GS_OK)
            status = add_launch(out, &counts[i], profile, cold, error);
    }
    free(counts);
    if (status == GS_OK && out->launches == 0)
        status = gs_fail(error, GS_WRONG, "it launches no kernel");
    out->binding = longest(out->of);
    gs_lines_sort(out);
    return status;
}
