/*
 * Known mistakes of an exercise of data: files in its folder wrong/, each a function for the host
 * that computes what a certain mistake gives. Where a student's values are the same, that is what
 * is told.
 */
#ifndef GS_KNOWN_MISTAKE_H
#define GS_KNOWN_MISTAKE_H

#include "case_run.h"
#include "data_exercise.h"
#include "reference.h"

struct gs_known_mistake {
    const char *file; /* "wrong/b_transposed.cu" */
    char says[320];   /* the comment at its beginning */
    struct gs_reference reference;
};

struct gs_known_mistakes {
    const struct gs_judge_options *options;
    bool built;
    size_t count;
    struct gs_known_mistake items[GS_MOST_MISTAKES];
};

/* The first whose answers are those in `memory`, which a case has left there; NULL: none. They are
 * built at the first call. Afterwards compare again: what was compared before is gone. */
enum gs_status gs_known_mistake_find(struct gs_known_mistakes *known, const struct gs_case_run *run,
                                     struct gs_memory *memory,
                                     const struct gs_known_mistake **found, struct gs_error *error);

void gs_known_mistakes_release(struct gs_known_mistakes *known);

#endif
