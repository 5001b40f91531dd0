/* One launch as its counts tell it, for the whole grid. */
#ifndef GS_PREDICT_LAUNCH_H
#define GS_PREDICT_LAUNCH_H

#include "gpu_profile.h"

#include <jansson.h>
#include <stdbool.h>

/* Sums are those of the whole grid, unless they say otherwise. */
struct gs_launch_counts {
    const json_t *json;
    double blocks, threads, warps; /* of the grid; a block's */
    double scale;                  /* from the blocks that ran to those of the grid */
    double multiprocessors;
    double busy;     /* the share of these that have a block */
    double resident; /* blocks that each of these holds, on the mean */
    double slots;    /* and at the most */
    double turns;    /* of blocks in a slot, of which one begins where another has ended */
    double reads, writes, footprint, traffic; /* bytes */
    double scattered_loads, scattered_stores; /* sectors */
    double each, in_flight;         /* bytes of loads under way: of a thread, in a multiprocessor */
    double far, near;               /* phases of a warp: from L2 or memory, from L1 */
    double barriers, shared_phases; /* of a block; of a warp */
    bool in_place;
    bool fills_sectors; /* its requests touch at most twice as many as their bytes would fill */
    /* Beside other launches: most of it is touched for the first time; and bytes that have been
     * touched since what it loads was, by all launches of the round before where it is fresh. */
    bool fresh;
    double since;
};

struct gs_launch_counts gs_launch_read(const json_t *json, const struct gs_gpu_profile *profile);

/* A count of the blocks that ran. */
double gs_launch_number(const struct gs_launch_counts *launch, const char *name);

/* Seconds of the whole grid, if its arithmetic were all: each operation by its own rate. */
double gs_launch_arithmetic_s(const struct gs_launch_counts *launch,
                              const struct gs_gpu_profile *profile);

/* The part of it that is divisions, roots, exponentials and conversions: each is a sequence of
 * instructions, which gs_launch_issue_s() leaves out. */
double gs_launch_sequences_s(const struct gs_launch_counts *launch,
                             const struct gs_gpu_profile *profile);

/* Seconds that its instructions take to be issued, of all kinds, four warps a clock. */
double gs_launch_issue_s(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile);

/* Seconds that the schedulers work for one block that is alone, of what takes the grid so long. */
double gs_launch_scheduled_s(const struct gs_launch_counts *launch, double grid_s);

/* Seconds that the instructions of one warp take that is alone: four clocks from each to the next
 * (Jia and others, Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking, 2018). */
double gs_launch_chain_s(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile);

#endif
