/*
 * What the CPU baselines share, as common.cuh is what the kernels share: the element type of a
 * call, its elements handed out to all threads, and results that are stored past the cache.
 */
#ifndef GS_COMMON_H
#define GS_COMMON_H

#include "call.h"
#include "cpu.h"
#include "dtype.h"
#include "simd_math.h"

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*
 * Calls function_T(...) with the element type of the call for T. Integers are unsigned: the sums
 * are the same bits as with a sign, and where they overflow they wrap around, which C allows only
 * without one.
 */
#define DISPATCH_ALL_TYPES(call, function, ...)                                                    \
    do {                                                                                           \
        if ((call)->dtype == GS_F32)                                                               \
            function##_float(__VA_ARGS__);                                                         \
        else if ((call)->dtype == GS_F64)                                                          \
            function##_double(__VA_ARGS__);                                                        \
        else if ((call)->dtype == GS_I32)                                                          \
            function##_uint32_t(__VA_ARGS__);                                                      \
        else                                                                                       \
            function##_uint64_t(__VA_ARGS__);                                                      \
    } while (0)

/* The same for workloads that have no integers. */
#define DISPATCH_FLOATING_TYPES(call, function, ...)                                               \
    do {                                                                                           \
        if ((call)->dtype == GS_F32)                                                               \
            function##_float(__VA_ARGS__);                                                         \
        else                                                                                       \
            function##_double(__VA_ARGS__);                                                        \
    } while (0)

/* ---- all threads ----------------------------------------------------------------------------- */

/* The calling thread's part of n items, cut at multiples of `grain`. */
static inline void my_share(size_t n, size_t grain, size_t *begin, size_t *end)
{
    gs_cpu_share(n, grain, omp_get_thread_num(), omp_get_num_threads(), begin, end);
}

/* Up to so many bytes of arrays one thread is faster than all, which take microseconds to wake;
 * where an element costs as much as an addition. */
enum { ALONE_BYTES = 256 << 10 };

/* Computes elements [begin, end) of a call, on the thread that calls it. */
typedef void share_fn(const struct gs_call *call, size_t begin, size_t end);

/* Computes all elements of a call whose arrays have so many bytes, on all threads. */
static inline void share_out(const struct gs_call *call, share_fn *compute, size_t bytes)
{
    if (bytes <= ALONE_BYTES) {
        compute(call, 0, call->n);
        return;
    }
#pragma omp parallel
    {
        size_t begin, end;
        my_share(call->n, 1024, &begin, &end);
        compute(call, begin, end);
    }
}

/* ---- blocks that stay in the nearest cache --------------------------------------------------- */

/* Computes elements [begin, begin + count) of a call, a block at most, into `to`. */
typedef void block_fn(const struct gs_call *call, size_t begin, size_t count, void *to);

/* How a workload is computed block by block, in one element type. */
struct in_blocks {
    size_t arrays;      /* that a call reads and writes; the last of them is the output */
    size_t alone_bytes; /* as ALONE_BYTES, for what an element costs here */
    block_fn *compute;
    block_fn *stream; /* the same past the cache; NULL: a computed block is copied there */
};

/* Copies a block past the cache; its last bytes, and all of a first block that does not start on a
 * boundary of 16 bytes, as any copy. */
static inline void stream_block(char *to, const char *from, size_t bytes)
{
    size_t streamed = (uintptr_t)to % 16 == 0 ? bytes / 16 * 16 : 0;
    for (size_t i = 0; i < streamed; i += 16)
        gs_stream_store16(to + i, from + i);
    memcpy(to + streamed, from + streamed, bytes - streamed);
}

/*
 * One thread's elements, block after block; the first is cut so that the others start on whole
 * lines of the output. Arrays that the cache cannot hold are stored past it.
 */
static inline void compute_blocks(const struct gs_call *call, const struct in_blocks *how,
                                  size_t begin, size_t end, bool past_cache)
{
    _Alignas(64) char block[GS_SIMD_BLOCK * sizeof(double)];
    size_t size = gs_dtype_bytes(call->dtype);
    while (begin < end) {
        char *to = (char *)call->arrays[how->arrays - 1] + begin * size;
        size_t count = GS_SIMD_BLOCK - (uintptr_t)to % 64 / size;
        count = count < end - begin ? count : end - begin;
        if (!past_cache) {
            how->compute(call, begin, count, to);
        } else if (how->stream != NULL) {
            how->stream(call, begin, count, to);
        } else {
            how->compute(call, begin, count, block);
            stream_block(to, block, count * size);
        }
        begin += count;
    }
    gs_stream_fence();
}

/* Computes all elements of a call on all threads. */
static inline void compute_in_blocks(const struct gs_call *call, const struct in_blocks *how)
{
    size_t bytes = how->arrays * call->n * gs_dtype_bytes(call->dtype);
    bool past_cache = bytes > gs_cpu_cache_bytes();
    if (bytes <= how->alone_bytes) {
        compute_blocks(call, how, 0, call->n, past_cache);
        return;
    }
#pragma omp parallel
    {
        size_t begin, end;
        my_share(call->n, GS_SIMD_BLOCK, &begin, &end);
        compute_blocks(call, how, begin, end, past_cache);
    }
}

#endif
