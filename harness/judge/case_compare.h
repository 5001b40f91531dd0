/* Whether what a case left is right: its arrays against the reference of the exercise. */
#ifndef GS_CASE_COMPARE_H
#define GS_CASE_COMPARE_H

#include "case_memory.h"

/* Compares a round's outputs with the reference. False: one is wrong, and *wrong says which; it
 * points into the memory until the next call. */
bool gs_case_compare(const struct gs_exercise *exercise, const struct gs_shape *shape,
                     struct gs_memory *memory, unsigned round, struct gs_wrong *wrong);

#endif
