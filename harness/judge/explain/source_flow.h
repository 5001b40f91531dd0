/* Which result of a step no later step reads, in what the host runs. */
#ifndef GS_SOURCE_FLOW_H
#define GS_SOURCE_FLOW_H

#include "exercise.h"
#include "source_text.h"

/* What a launch or a copy leaves in an array, and nobody reads. */
struct gs_lost_result {
    size_t at;            /* the token of the launch or copy */
    const char *array;    /* the host's name of it */
    const char *kernel;   /* that made it; NULL: it was copied there */
    int overwritten_line; /* where something is written over it; 0: it stays there */
};

/*
 * The first such result of the function. Nothing is guessed: false where the function has a loop,
 * and of arrays that it handles in any other way than by launches, copies, cudaMalloc() and
 * cudaFree(). The exercise's own arrays are read by its caller.
 */
bool gs_source_lost_result(const struct gs_source *source,
                           const struct gs_source_function *function,
                           const struct gs_exercise *exercise, struct gs_lost_result *out);

#endif
