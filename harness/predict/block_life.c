#include "block_life.h"

#include "flow.h"

#include <math.h>

/* What the blocks of a multiprocessor take turns at. */
enum { PIPE_ISSUE, PIPE_SHARED, PIPES };

/*
 * Blocks that each are away for `away_s` and then want every pipe for its time, round and round:
 * how long one spends at each pipe, with the turns of the others (the mean value analysis of a
 * closed network of queues; Reiser and Lavenberg, 1980).
 */
static void share_pipes(double blocks, double away_s, const double wants_s[PIPES],
                        double spends_s[PIPES])
{
    double queue[PIPES] = {0};
    for (int count = 1; count <= (int)blocks; count++) {
        double round_s = away_s;
        for (int k = 0; k < PIPES; k++) {
            spends_s[k] = wants_s[k] * (1 + queue[k]);
            round_s += spends_s[k];
        }
        for (int k = 0; k < PIPES; k++)
            queue[k] = round_s > 0 ? count * spends_s[k] / round_s : 0;
    }
}

/* Of one block that is alone: seconds that each pipe works for it. A barrier takes instructions of
 * each warp. */
static double barrier_work_s(const struct gs_launch_counts *launch,
                             const struct gs_gpu_profile *profile)
{
    enum { WARPS = 8 }; /* of the profile's blocks */
    return launch->barriers * fmax(1, launch->warps / WARPS) * launch->multiprocessors /
           profile->numbers[GS_GPU_BARRIERS_PER_S];
}

static double shared_work_s(const struct gs_launch_counts *launch,
                            const struct gs_gpu_profile *profile)
{
    double passes = gs_launch_number(launch, "wavefronts") + gs_launch_number(launch, "shuffles");
    return passes / fmax(1, gs_launch_number(launch, "ran")) * launch->multiprocessors /
           profile->numbers[GS_GPU_SHARED_WAVEFRONTS_PER_S];
}

/* How long a phase of loads takes, where a block has no loads under way for `rest_s`. */
static double phase_s(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile,
                      bool from_memory, double rest_s)
{
    if (!from_memory || launch->reads <= 0 || launch->far <= 0)
        return profile->numbers[from_memory ? GS_GPU_MEMORY_LATENCY_S : GS_GPU_L2_LATENCY_S];
    double under_way = gs_flow_under_way(launch, profile, rest_s / launch->far);
    return gs_flow_latency_s(launch, profile, under_way);
}

struct gs_block_life gs_block_life_of(const struct gs_launch_counts *launch,
                                      const struct gs_gpu_profile *profile, bool from_memory)
{
    enum { ROUNDS = 20 }; /* each changes what is left by less than the one before */
    const double *numbers = profile->numbers;
    const double barrier_work = barrier_work_s(launch, profile);
    const double issue_work = gs_launch_scheduled_s(launch, gs_launch_issue_s(launch, profile));
    const double sequence_work =
        gs_launch_scheduled_s(launch, gs_launch_sequences_s(launch, profile));
    const double wants[PIPES] = {[PIPE_ISSUE] = issue_work + sequence_work + barrier_work,
                                 [PIPE_SHARED] = shared_work_s(launch, profile)};
    struct gs_block_life life = {
        .turn_s = launch->turns > 1 ? gs_flow_turn_s(profile, launch->threads) : 0};
    const double near_s = launch->near * numbers[GS_GPU_L1_LATENCY_S];
    const double latency_s = launch->shared_phases * numbers[GS_GPU_SHARED_LATENCY_S];
    const double meet_s = launch->barriers * numbers[GS_GPU_BARRIER_S];
    double spends[PIPES] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        double rest_s =
            near_s + latency_s + meet_s + life.turn_s + spends[PIPE_ISSUE] + spends[PIPE_SHARED];
        life.loads_s = launch->far * phase_s(launch, profile, from_memory, rest_s) + near_s;
        share_pipes(launch->slots, life.loads_s + latency_s + meet_s + life.turn_s, wants, spends);
    }
    /* Each part of what the schedulers do waits as long for its turns. */
    double stretch = wants[PIPE_ISSUE] > 0 ? spends[PIPE_ISSUE] / wants[PIPE_ISSUE] : 0;
    life.shared_s = latency_s + spends[PIPE_SHARED];
    life.barriers_s = meet_s + stretch * barrier_work;
    life.instructions_s = stretch * issue_work;
    life.arithmetic_s = stretch * sequence_work;
    return life;
}

double gs_block_life_s(const struct gs_block_life *life)
{
    return life->loads_s + life->shared_s + life->barriers_s + life->instructions_s +
           life->arithmetic_s + life->turn_s;
}
