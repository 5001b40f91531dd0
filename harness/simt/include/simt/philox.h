/* Philox4x32 with 10 rounds (Salmon et al., 2011): four numbers for each value of a counter, by a
 * key. Kernels have it, by <curand_kernel.h>, and the runtime, for what <curand.h> asks of it. */
#ifndef SIMT_PHILOX_H
#define SIMT_PHILOX_H

#pragma GCC system_header

#if defined(__cplusplus)
#include <host_defines.h>
#define SIMT_PHILOX static inline __host__ __device__ __attribute__((always_inline))
#else
#define SIMT_PHILOX static inline
#endif

/* Puts four numbers in the place of the counter. */
SIMT_PHILOX void simt_philox_numbers(unsigned x[4], unsigned low, unsigned high)
{
    for (int round = 0; round < 10; round++) {
        const unsigned long long a = 0xd2511f53ull * x[0], b = 0xcd9e8d57ull * x[2];

        x[0] = (unsigned)(b >> 32) ^ x[1] ^ low;
        x[2] = (unsigned)(a >> 32) ^ x[3] ^ high;
        x[1] = (unsigned)b;
        x[3] = (unsigned)a;
        low += 0x9e3779b9;
        high += 0xbb67ae85;
    }
}

#undef SIMT_PHILOX

#endif
