#ifndef SIMT_TOOLCHAIN_H
#define SIMT_TOOLCHAIN_H

#include "buffer.h"
#include "words.h"

#include <stdbool.h>

/* The compilers and where the simulator's own parts lie. */
struct simt_toolchain {
    struct simt_words cxx, cc; /* commands: a program, perhaps with first arguments */
    bool from_pip;             /* in a package for pip, to which another package adds a compiler */
    struct simt_words libraries; /* what libsimt.a needs from the system, as linker options */
    char *include_folder;
    char *precompiled_folder; /* of headers; it need not exist */
    char *library;            /* null where nothing is linked */
    char *linked_folder;      /* of `libraries`, where they came along; it need not exist */
};

/* Finds headers and library relative to this program (bin/../include/gridstride/simt and
 * bin/../lib/gridstride), and the compilers: SIMT_CXX and SIMT_CC from the environment, else those
 * that built this program, else g++ and gcc, else clang++ and clang, else what came along with this
 * program (python/compiler/c++). The library is looked for only to link with it: a
 * build may compile kernels before libsimt.a is there. Returns false with one line in `error`.
 * Release in either case. */
bool simt_toolchain_find(struct simt_toolchain *toolchain, bool link, struct simt_buffer *error);
void simt_toolchain_release(struct simt_toolchain *toolchain);

#endif
