/* From a student's source to a program that runs one case. */
#ifndef GS_SUBMISSION_H
#define GS_SUBMISSION_H

#include "course.h"
#include "sandbox.h"

#include <jansson.h>

struct gs_submission {
    const struct gs_lesson_exercises *lesson;
    const struct gs_exercise *exercise;
    const char *source; /* path of the student's file */
    const char *folder; /* absolute; of its own, writable; what is made goes there */
    enum gs_sandbox sandbox;
    const char *tools; /* where the simulator's compiler is; NULL: as installed */
    bool cuda;         /* by nvcc for the GPU; else by simt-cc --inspect */
};

/*
 * Compiles the source beside a copy of the exercise's header, looks at what it calls, and links it
 * with the runner into folder/program.
 *
 * GS_OK: there is a program. *remarks is an array (the caller's) of what the compiler said that is
 * worth a sentence though it compiled: {"kind": "double-literal", "sentence", "line", "text",
 * "detail"}. GS_WRONG: there is none, *remarks holds why, the first of them the one to show
 * ("kind": "does-not-compile", "not-allowed", "no-function", "compiler-limit", ...). Anything else:
 * the environment (no compiler).
 */
enum gs_status gs_submission_build(const struct gs_submission *submission, json_t **remarks,
                                   struct gs_error *error);

/*
 * A name for what the result depends on: source, header, function, simt-cc and what it links, or
 * nvcc, and this program. The folder is no part of it, nor is the sandbox. Whoever has the same
 * name has the same program. False, and why, where a part cannot be read.
 */
bool gs_submission_hash(const struct gs_submission *submission, char hex[33],
                        struct gs_error *error);

#endif
