#ifndef SIMT_CONSTANTS_H
#define SIMT_CONSTANTS_H

#include "sides.h"

/*
 * Constants of the host in kernels. Their value is known there, but they lie nowhere: nvcc refuses
 * a reference to one, and its address. Which use needs the place of a constant only a compiler
 * knows: a call may take it by value or by reference. So the constants have names for the assembler
 * in a copy of the program, and what the compiler makes of that without optimisation tells where
 * they are named.
 */

/* Whether it is left open that a kernel or __device__ function uses the place of one. */
bool simt_constants_may_be_used(const struct simt_sides *sides);

/* Gives them names. */
void simt_constants_mark(const struct simt_source *source,
                         const struct simt_declarations *declarations, struct simt_edits *edits);

/* Of the assembly with lines that the compiler made of that copy: whether a kernel or __device__
 * function needs the place of a constant. Then adds one line to `error`. */
bool simt_constants_refuse(const struct simt_sides *sides, const char *assembly,
                           struct simt_buffer *error);

#endif
