/* What g++, clang++, nvcc and simt-cc say of a source, in a student's words. */
#ifndef GS_COMPILE_MESSAGE_H
#define GS_COMPILE_MESSAGE_H

#include "source_text.h"

#include <jansson.h>

struct gs_compiled {
    const struct gs_source *source;
    const char *file;   /* as the compiler was given it: "vecadd.cu" */
    const char *header; /* the exercise's: "vecadd.h" */
    const char
        *declared;      /* what the header declares, "void vecadd(float *c, ...)"; "": not known */
    const char *folder; /* its path is in no remark */
    const char *output; /* all that the compiler wrote, in the C locale */
};

/* Its errors, the first one first, as remarks of the kind "does-not-compile". Where it names none,
 * nothing is added. */
void gs_compile_errors(const struct gs_compiled *compiled, json_t *remarks);

/* Where it says that a float becomes a double in a kernel: of the kind "double-literal". */
void gs_compile_doubles(const struct gs_compiled *compiled, json_t *remarks);

/* Its other warnings, but for those that are no matter in an exercise: of the kind "warning", what
 * explains most first. */
void gs_compile_warnings(const struct gs_compiled *compiled, json_t *remarks);

#endif
