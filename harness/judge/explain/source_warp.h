/* Where the number of a thread in its block stands for the number of a lane in its warp. */
#ifndef GS_SOURCE_WARP_H
#define GS_SOURCE_WARP_H

#include "source_code.h"

enum gs_lane_use {
    GS_LANE_NAMED,   /* `lane = threadIdx.x` */
    GS_LANE_SHIFTED, /* `1u << t`, of a mask of 32 bits */
    GS_LANE_INDEX,   /* `mine[32 * v + t]` */
};

struct gs_taken_for_lane {
    enum gs_lane_use use;
    size_t at, end; /* its tokens */
};

/* The first such place of a kernel whose blocks lie along x and have more threads than a warp;
 * false: there is none. */
bool gs_find_taken_for_lane(const struct gs_source *source, const struct gs_source_function *kernel,
                            struct gs_taken_for_lane *out);

/* The first `__popc(votes & lane)`, where `lane` is the number of a lane and no mask: the tokens of
 * the argument. False: there is none. */
bool gs_find_lane_for_mask(const struct gs_source *source, const struct gs_source_function *kernel,
                           size_t *from, size_t *to);

/* The first shift of 32 bits by the number of the thread in its block which all threads of the
 * kernel make, whatever their number is; false: there is none. */
bool gs_find_shift_by_thread(const struct gs_source *source,
                             const struct gs_source_function *kernel,
                             struct gs_taken_for_lane *out);

#endif
