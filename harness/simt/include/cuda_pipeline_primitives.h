/* __pipeline_memcpy_async() and its relatives: a copy is made when it is asked for, and a wait has
 * nothing to wait for. */
#ifndef SIMT_CUDA_PIPELINE_PRIMITIVES_H
#define SIMT_CUDA_PIPELINE_PRIMITIVES_H

#pragma GCC system_header

#include <cuda_runtime.h>
#include <stdint.h>

/* Copies one access of 4, 8 or 16 bytes, as a GPU does. */
template <typename Access>
inline __attribute__((always_inline)) void simt_pipeline_copy(void *destination, const void *source)
{
    typedef Access access __attribute__((may_alias));

    *static_cast<access *>(destination) = *static_cast<const access *>(source);
}

/* Copies 4, 8 or 16 bytes, of which the last `zeros` are 0 instead. */
inline __attribute__((always_inline)) void
__pipeline_memcpy_async(void *destination, const void *source, size_t bytes, size_t zeros = 0)
{
    const bool whole = zeros == 0, nothing = zeros == bytes;
    const uint4 zero = {};

    if (bytes == 16 && (whole || nothing)) {
        simt_pipeline_copy<uint4>(destination, whole ? source : &zero);
        return;
    }
    if (bytes == 8 && (whole || nothing)) {
        simt_pipeline_copy<uint2>(destination, whole ? source : &zero);
        return;
    }
    if (bytes == 4 && (whole || nothing)) {
        simt_pipeline_copy<unsigned>(destination, whole ? source : &zero);
        return;
    }
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
