/* What the threads of a block with barriers wait for from its begin to its end, one after the
 * other, while other blocks of its multiprocessor want the same. */
#ifndef GS_PREDICT_BLOCK_LIFE_H
#define GS_PREDICT_BLOCK_LIFE_H

#include "launch.h"

struct gs_block_life {
    double loads_s;    /* from memory or the L2, and from the L1 */
    double shared_s;   /* for shared memory and shuffles: their latency, and turns at the pipe */
    double barriers_s; /* until all warps are there */
    double instructions_s; /* until they are issued, but for those of arithmetic_s */
    double arithmetic_s;   /* for divisions, roots, exponentials and conversions */
    double turn_s;         /* until the next block is in its place */
};

/* `from_memory`: what it loads is in no cache. */
struct gs_block_life gs_block_life_of(const struct gs_launch_counts *launch,
                                      const struct gs_gpu_profile *profile, bool from_memory);

double gs_block_life_s(const struct gs_block_life *life);

#endif
