/* Arithmetic that compiled code performs, counted from its machine code. */
#ifndef SIMT_TRACE_ARITHMETIC_H
#define SIMT_TRACE_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

enum simt_arithmetic_kind {
    SIMT_ADDITIONS_F32, /* subtractions, comparisons, minima and maxima too */
    SIMT_ADDITIONS_F64,
    SIMT_MULTIPLICATIONS_F32,
    SIMT_MULTIPLICATIONS_F64,
    SIMT_MULTIPLICATIONS_I32,
    SIMT_MULTIPLICATIONS_I64,
    SIMT_DIVISIONS_F32,
    SIMT_DIVISIONS_F64,
    SIMT_DIVISIONS_I32, /* remainders too */
    SIMT_DIVISIONS_I64,
    SIMT_ROOTS_F32,
    SIMT_ROOTS_F64,
    SIMT_EXPS_F32,
    SIMT_EXPS_F64,
    SIMT_CONVERSIONS, /* between number types */
    /* Of integers, comparisons too: instructions of 32 bits, of which one of 64 bits is two. */
    SIMT_INSTRUCTIONS_I32,
    SIMT_ARITHMETIC_KINDS
};

/* "additions_f32". */
extern const char *const simt_arithmetic_names[SIMT_ARITHMETIC_KINDS];

struct simt_arithmetic {
    uint64_t counts[SIMT_ARITHMETIC_KINDS]; /* operations of threads */
    /* A function of <math.h> that is none of these: its name; "": there is none. */
    char other_function[32];
};

/* Before the first count. False: there is no disassembler here, or none for this processor. */
bool simt_arithmetic_begin(void);

/* Adds what the basic block of the program does that begins at the return address `site`, of a
 * compiler's call at the begin of each block, executed `times` times. */
void simt_arithmetic_add(struct simt_arithmetic *sum, const void *site, uint64_t times);

#endif
