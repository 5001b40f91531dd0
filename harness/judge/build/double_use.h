/* Arithmetic in double where an exercise is about float, by the source's text. */
#ifndef GS_DOUBLE_USE_H
#define GS_DOUBLE_USE_H

#include "exercise.h"
#include "source_text.h"

#include <jansson.h>

/* Whether its kernels are given floats of 32 bits, and none of 64; or make their own. */
bool gs_exercise_is_in_float(const struct gs_exercise *exercise);

/*
 * What the compiler does not warn of in kernels and __device__ functions: the word `double`, and a
 * number among the arguments of a function as pow(), which takes all of them as double then.
 * Remarks of the kind "double-literal", as the compiler's own warnings become.
 */
void gs_source_check_double(const struct gs_source *source, json_t *remarks);

#endif
