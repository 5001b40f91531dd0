/* What the exercises on scans share: each piece of an array is scanned by itself, by one block. */
#ifndef GS_PIECES_H
#define GS_PIECES_H

#include "exercise.h"

enum { GS_PIECE = 256, GS_LANES = 32 };

/* Around a warp and a piece, and several pieces with a remainder. */
extern const struct gs_shape gs_piece_shapes[];

/* Of a right wrong answer: sum of x[begin] to x[i], as int. */
int32_t gs_sum_from(const int32_t *x, size_t begin, size_t i);

/* Where the piece of element i begins, and its warp. */
size_t gs_piece_begin(size_t i);
size_t gs_warp_begin(size_t i);

/* A race in shared memory, with what has to wait; false: it is none. */
bool gs_say_missing_wait(const json_t *finding, struct gs_saying *out);

#endif
