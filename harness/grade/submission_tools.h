/* The compilers of this machine, run on a student's source in a sandbox. */
#ifndef GS_SUBMISSION_TOOLS_H
#define GS_SUBMISSION_TOOLS_H

#include "submission.h"

enum { GS_TOOL_PATH = 4096, GS_TOOL_READABLE = 4 };

struct gs_tools {
    char compiler[GS_TOOL_PATH]; /* simt-cc, or nvcc */
    char runner[GS_TOOL_PATH];   /* lib/gridstride/gs_runner.o, or gs_runner_cuda.o */
    char library[GS_TOOL_PATH];  /* what else a program is made of: libsimt.a; "" for nvcc */
    char cxx[GS_TOOL_PATH];      /* "SIMT_CXX=..."; "": simt-cc's own choice */
    char architecture[32];       /* "-arch=sm_90", for nvcc */
    char readable[GS_TOOL_READABLE][GS_TOOL_PATH];
    unsigned readable_count;
};

enum gs_status gs_tools_find(bool cuda, struct gs_tools *tools, struct gs_error *error);

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
