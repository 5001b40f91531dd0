/*
 * The right answers of an exercise of data: its solution, or the reference.cu beside it, run in a
 * process of its own on the same inputs, in the same sandbox.
 */
#ifndef GS_REFERENCE_H
#define GS_REFERENCE_H

#include "case_memory.h"
#include "case_run.h"
#include "program_cache.h"

struct gs_reference {
    struct gs_exercise
        exercise; /* as the program takes it: a reference.cu has arrays on the host */
    struct gs_array parameters[GS_MOST_PARAMETERS + 1];
    struct gs_program program; /* empty where the exercise needs none */
    const char *file;          /* "solution.cu" */
    bool cuda;                 /* it runs on the GPU */
};

/* The known mistake of that file ("wrong/NAME.cu"), which is a function for the host and answers as
 * a reference does. Release it in any case. */
enum gs_status gs_reference_make_wrong(const struct gs_judge_options *options, const char *file,
                                       struct gs_reference *reference, struct gs_error *error);

/* Builds it, or takes it as an earlier check built it. Of an exercise in C, which solves itself, it
 * is empty. Release it in any case. */
enum gs_status gs_reference_make(const struct gs_judge_options *options,
                                 struct gs_reference *reference, struct gs_error *error);
void gs_reference_release(struct gs_reference *reference);

/* For gs_case_run.reference: NULL of one that is empty. */
const struct gs_reference *gs_reference_of(const struct gs_reference *reference);

/* Sets memory->known for all inputs that the case has. */
enum gs_status gs_reference_answer(const struct gs_case_run *run, struct gs_memory *memory,
                                   struct gs_error *error);

#endif
