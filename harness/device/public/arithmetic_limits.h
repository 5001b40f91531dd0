/* How fast a processor computes: a measured limit of the CPU's and of the device's. */
#ifndef GS_ARITHMETIC_LIMITS_H
#define GS_ARITHMETIC_LIMITS_H

#include "call.h"

/* A second, by all of the processor, from registers; 0 where not measured. */
struct gs_arithmetic_limits {
    double mads[GS_DTYPE_COUNT]; /* multiply-adds */
    double exps[2];              /* exponentials, of GS_F32 and GS_F64 */
};

#endif
