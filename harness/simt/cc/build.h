#ifndef SIMT_BUILD_H
#define SIMT_BUILD_H

#include "options.h"
#include "toolchain.h"

enum simt_build_result {
    SIMT_BUILD_OK = 0,
    SIMT_BUILD_FAILED = 1,   /* the program is wrong; the compiler or the translator said where */
    SIMT_BUILD_UNUSABLE = 2, /* the environment is: a missing file, no compiler, nowhere to write */
    SIMT_BUILD_INTERRUPTED = 3 /* by a signal, see simt_signals_end() */
};

/* Compiles and, unless told not to, links what the options name. Says on standard error what went
 * wrong; leaves no temporary file and no half-written output behind. */
enum simt_build_result simt_build(const struct simt_options *options,
                                  const struct simt_toolchain *toolchain);

/* Has the compiler read once what every program of these options begins with, so that later ones
 * are compiled more quickly; see precompiled.h. By gcc alone. */
enum simt_build_result simt_precompile(const struct simt_options *options,
                                       const struct simt_toolchain *toolchain);

#endif
