/* What arrays.c and verify.c share. */
#ifndef GS_ARRAYS_INTERNAL_H
#define GS_ARRAYS_INTERNAL_H

#include "arrays.h"

enum { GS_ARRAYS_CHUNK = 1 << 16 }; /* elements that one thread fills or checks at a time */

static inline size_t gs_arrays_chunk_end(size_t begin, size_t count)
{
    return count - begin < GS_ARRAYS_CHUNK ? count : begin + GS_ARRAYS_CHUNK;
}

/* The data as a workload's callbacks see it; point is NULL where nothing has run yet. */
struct gs_data gs_arrays_data(struct gs_arrays *arrays, const struct gs_point *point);
bool gs_arrays_has_role(const struct gs_arrays *arrays, size_t array, enum gs_role role);

/* Makes what the results are compared with, where the workload has that made once. */
enum gs_status gs_arrays_make_reference(struct gs_arrays *arrays, const struct gs_point *point,
                                        struct gs_device *device, struct gs_error *error);

/* Says so in *out where the kernel reads an output before it has written it; at small sizes. */
struct gs_verification;
enum gs_status gs_find_read_output(struct gs_arrays *arrays, const struct gs_point *point,
                                   struct gs_device *device, struct gs_verification *out,
                                   struct gs_error *error);

/* Runs a variant of the CPU once more: says so in *out where the arrays change after it has
 * returned. */
void gs_find_late_host(struct gs_arrays *arrays, const struct gs_point *point,
                       struct gs_verification *out);

/* Says so in *out where the kernel works elsewhere than in the stream that it is given, and whether
 * its launcher waits. Release what was recorded. */
struct gs_first_runs;
struct gs_captured;
enum gs_status gs_find_stray(struct gs_arrays *arrays, const struct gs_point *point,
                             struct gs_device *device, struct gs_captured *recorded,
                             struct gs_first_runs *out, struct gs_error *error);

/* What is in the stream is to be right alone: says so in *out where it is not. */
enum gs_status gs_replay_recorded(struct gs_arrays *arrays, const struct gs_point *point,
                                  struct gs_device *device, const struct gs_captured *recorded,
                                  struct gs_verification *out, struct gs_error *error);

/* Gives an input or an updated array its first values on the host. */
void gs_arrays_fill(struct gs_arrays *arrays, size_t array);

#endif
