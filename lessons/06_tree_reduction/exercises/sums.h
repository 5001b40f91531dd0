/* What exercises share that add up the n elements of one array, x. */
#ifndef GS_SUMS_H
#define GS_SUMS_H

#include "exercise.h"

/* The parameters, by number. */
enum { GS_SUM, GS_SUM_X, GS_SUM_N };

/* First one in which each mistake leaves a mark of its own; then around a warp and a block, and
 * many blocks with a remainder. */
extern const struct gs_shape gs_sum_shapes[];

void gs_sum_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays);

#endif
