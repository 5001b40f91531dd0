/* __pipeline_memcpy_async() and its relatives: a copy is made when it is asked for, and a wait has
 * nothing to wait for. */
#ifndef SIMT_CUDA_PIPELINE_PRIMITIVES_H
#define SIMT_CUDA_PIPELINE_PRIMITIVES_H

#pragma GCC system_header

#include <cuda_runtime.h>
#include <stdint.h>

/* Copies 4, 8 or 16 bytes, of which the last `zeros` are 0 instead. */
inline __attribute__((always_inline)) void
__pipeline_memcpy_async(void *destination, const void *source, size_t bytes, size_t zeros = 0)
{
    char *to = static_cast<char *>(destination);
    const char *from = static_cast<const char *>(source);

    for (size_t i = 0; i < bytes; i++)
        to[i] = i < bytes - zeros ? from[i] : char(0);
}

inline void __pipeline_commit()
{
}

inline void __pipeline_wait_prior(size_t)
{
}

#endif
