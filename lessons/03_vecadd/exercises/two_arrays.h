/* What exercises share that make an array c of two others, a and b. */
#ifndef GS_TWO_ARRAYS_H
#define GS_TWO_ARRAYS_H

#include "exercise.h"

enum { GS_C, GS_A, GS_B, GS_N };

extern const struct gs_array gs_two_arrays[];

void gs_two_arrays_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays);
size_t gs_two_arrays_bytes(const struct gs_shape *shape);
bool gs_two_arrays_say_finding(const struct gs_shape *shape, const json_t *report,
                               const json_t *finding, struct gs_saying *out);

#endif
