/* What exercises share whose launch has a thread for each element of a matrix: n rows, m columns.
 */
#ifndef GS_MATRICES_H
#define GS_MATRICES_H

#include "exercise.h"

/* One that a stub does, single rows and columns, around 16 x 16, and a large one whose rows begin
 * at sectors. */
extern const struct gs_shape gs_matrix_shapes[];

/* A thread outside of the matrix, or two at one element. */
bool gs_matrix_say_finding(const struct gs_shape *shape, const json_t *report,
                           const json_t *finding, struct gs_saying *out);

/* Whole rows or columns at the end of which no element was `done` ("doubled"), and why. */
bool gs_matrix_say_missing(const struct gs_wrong *wrong, const char *done, struct gs_saying *out);

#endif
