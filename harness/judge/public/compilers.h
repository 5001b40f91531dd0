/* The compilers of this machine that a student's source is compiled with. */
#ifndef GS_COMPILERS_H
#define GS_COMPILERS_H

#include "status.h"

#include <stdbool.h>

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

/* Fails, and says what is missing. */
enum gs_status gs_tools_find(bool cuda, struct gs_tools *tools, struct gs_error *error);

#endif
