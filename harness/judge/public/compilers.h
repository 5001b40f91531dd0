/* The compilers of this machine that a student's source is compiled with. */
#ifndef GS_COMPILERS_H
#define GS_COMPILERS_H

#include "sandbox.h"
#include "status.h"

#include <stdbool.h>

enum { GS_TOOL_PATH = 4096, GS_TOOL_READABLE = 4 };

struct gs_tools {
    char compiler[GS_TOOL_PATH]; /* simt-cc, or nvcc */
    char runner[GS_TOOL_PATH];   /* lib/gridstride/gs_runner.o, or gs_runner_cuda.o */
    char library[GS_TOOL_PATH];  /* what else a program is made of: libsimt.a; "" for nvcc */
    char cxx[GS_TOOL_PATH];      /* "SIMT_CXX=..."; "": simt-cc's own choice */
    char architecture[32];       /* "-arch=sm_90", for nvcc */
    char linked[GS_TOOL_PATH];   /* where a library may be that the machine lacks, for nvcc */
    char readable[GS_TOOL_READABLE][GS_TOOL_PATH];
    unsigned readable_count;
};

/* Of the installation `root` (bin/simt-cc, lib/gridstride, ...); NULL: the one of this program.
 * Fails, and says what is missing. */
enum gs_status gs_tools_find(bool cuda, const char *root, struct gs_tools *tools,
                             struct gs_error *error);

/*
 * Where the simulator's compiler lies so that programs in the sandbox can read it: as root they run
 * as another user, who may not enter every folder that gridstride was built in. Where they cannot,
 * it is copied into `folder`, which they can enter. *root: for gs_tools_find(); "": no copy was
 * needed.
 */
enum gs_status gs_tools_share(enum gs_sandbox sandbox, const char *folder, char *root, size_t size,
                              struct gs_error *error);

#endif
