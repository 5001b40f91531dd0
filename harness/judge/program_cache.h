/* The program of a submission: built, or kept from the last check of the same text. */
#ifndef GS_PROGRAM_CACHE_H
#define GS_PROGRAM_CACHE_H

#include "judge.h"

struct gs_program {
    char folder[512]; /* absolute; of this check alone, and removed with it. Of the simulator's it
                       * has the file "tokens", as simt-cc wrote it. */
    char path[600];   /* of the program in it */
    char kept[4096];  /* where it is kept for the next check; empty: nowhere */
    char hash[33];    /* of all that a kept one is made of */
};

enum gs_program_kind {
    GS_PROGRAM_INSPECTED,
    GS_PROGRAM_CUDA,    /* for the GPU */
    GS_PROGRAM_ANSWERS, /* for the simulator, of what computes the answers of an exercise of data */
    GS_PROGRAM_REFERENCE, /* for the GPU, of the reference solution: kept apart from the student's
                           */
};

/* As gs_submission_build(). Release it in any case. */
enum gs_status gs_program_get(const struct gs_judge_options *options, enum gs_program_kind kind,
                              struct gs_program *program, json_t **remarks, struct gs_error *error);
void gs_program_release(struct gs_program *program);

/* What an earlier check found out about a kept program and kept beside it; NULL: nothing. It is of
 * this very program, and of `of`, which names all else that it depends on. The caller's. */
json_t *gs_program_known(const struct gs_program *program, const char *of);
/* Keeps it for the next check. Where that fails, the next one finds it out again. */
void gs_program_keep_known(const struct gs_program *program, const char *of, const json_t *known);

#endif
