/* What this machine's CPUs can reach, measured. */
#ifndef GS_CPU_LIMITS_H
#define GS_CPU_LIMITS_H

#include "arithmetic_limits.h"

#include <stddef.h>

/* With all threads; 0 where not measured. Flat: it may be copied as bytes. */
struct gs_cpu_limits {
    double
        copy_bytes_per_s; /* streaming stores, memory far larger than any cache; read + written */
    struct gs_arithmetic_limits arithmetic; /* the widest SIMD; exponentials by SLEEF */
};

/*
 * Takes about half a second. largest_bytes: of the arrays of a point that the limits are for, as
 * much larger ones are copied over more memory.
 */
struct gs_cpu_limits gs_cpu_measure_limits(size_t largest_bytes);

#endif
