/* Arithmetic in double where an exercise is about float, by the source's text. */
#ifndef GS_DOUBLE_USE_H
#define GS_DOUBLE_USE_H

#include "exercise.h"
#include "source_text.h"

#include <jansson.h>

/* Whether its kernels have no use for double: they are given floats of 32 bits or integers. */
bool gs_exercise_avoids_double(const struct gs_exercise *exercise);

/*
 * What the compiler does not warn of in kernels and __device__ functions: the word `double`, and a
 * number among the arguments of a function as pow(), which takes all of them as double then.
 * Remarks of the kind "double-literal", as the compiler's own warnings become.
 */
void gs_source_check_double(const struct gs_source *source, const struct gs_exercise *exercise,
                            json_t *remarks);

/*
 * The same of conversions to double, in whatever words: of the statements that g++ makes of `file`,
 * the student's, as it dumps them (simt-cc's --gimple). Adds a remark where there is none yet.
 */
void gs_gimple_check_double(const struct gs_source *source, const struct gs_exercise *exercise,
                            const char *file, const char *gimple, json_t *remarks);

#endif
