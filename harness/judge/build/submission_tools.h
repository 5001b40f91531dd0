/* A compiler, run on a student's source in a sandbox. */
#ifndef GS_SUBMISSION_TOOLS_H
#define GS_SUBMISSION_TOOLS_H

#include "compilers.h"
#include "submission.h"

/* What one run of the compiler came to. */
struct gs_tool_run {
    struct gs_confined_outcome outcome;
    char *output; /* what it said; the caller's to free */
};

/* The compiler with these arguments (NULL behind the last) in the submission's folder. */
enum gs_status gs_tools_run(const struct gs_tools *tools, const struct gs_submission *submission,
                            const char *const *arguments, struct gs_tool_run *run,
                            struct gs_error *error);

#endif
