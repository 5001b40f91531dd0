/* Whether what a case left is right: its arrays against the reference of the exercise. */
#ifndef GS_CASE_COMPARE_H
#define GS_CASE_COMPARE_H

#include "case_memory.h"

/* Of an element of what an array must hold: floats are double there. */
size_t gs_wanted_bytes(enum gs_dtype dtype);

/* Compares a round's outputs with the reference. `report`: the inspector's, of that round; NULL:
 * there is none. False: one is wrong, and *wrong says which; it points into the memory until the
 * next call. */
bool gs_case_compare(const struct gs_exercise *exercise, const struct gs_shape *shape,
                     struct gs_memory *memory, unsigned round, const json_t *report,
                     struct gs_wrong *wrong);

/* Of a case in which kernels had other inputs than the host: elements of the answer that are right
 * for what the host had and wrong for what kernels had, zeros left out; those that are right for
 * neither; and all for which it is not the same. */
struct gs_told_apart {
    size_t of_host, of_nobody, all;
};

enum gs_status gs_case_tell_apart(const struct gs_exercise *exercise, const struct gs_shape *shape,
                                  struct gs_memory *memory, struct gs_told_apart *told,
                                  struct gs_error *error);

#endif
