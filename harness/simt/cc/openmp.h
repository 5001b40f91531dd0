#ifndef SIMT_OPENMP_H
#define SIMT_OPENMP_H

#include "options.h"
#include "toolchain.h"

/* For a program that could not be compiled: says on standard error where the reason may be that it
 * uses OpenMP, and that the compiler has none. */
void simt_openmp_explain(const struct simt_options *options,
                         const struct simt_toolchain *toolchain);

#endif
