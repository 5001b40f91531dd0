/* What CPU baselines and the CPU's own limits are written with. */
#ifndef GS_CPU_H
#define GS_CPU_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Compiles a function once for each width of the machine's SIMD; the loader picks the widest. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) &&                            \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GS_SIMD_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define GS_SIMD_CLONES
#endif

/* Threads that a parallel region uses: OMP_NUM_THREADS, or one a core. */
int gs_cpu_threads(void);

/* Bytes of last-level cache that the CPUs share. */
size_t gs_cpu_cache_bytes(void);

/* The part [*begin, *end) of n items for one of `threads` threads, cut at multiples of `grain`. */
void gs_cpu_share(size_t n, size_t grain, int thread, int threads, size_t *begin, size_t *end);

/*
 * Stores 16 bytes past the cache: a store that would otherwise first read the line it is about to
 * overwrite costs a third of a stream's bandwidth. `to` is 16-byte aligned. Threads that stored
 * so call gs_stream_fence() before anybody reads.
 */
static inline void gs_stream_store16(void *to, const void *value)
{
#if defined(__SSE2__)
    _mm_stream_si128((__m128i *)to, _mm_loadu_si128((const __m128i *)value));
#else
    memcpy(to, value, 16);
#endif
}

static inline void gs_stream_fence(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/*
 * Fills memory with all threads, each the part that it has in gs_cpu_share() of a baseline: the
 * thread that first touches a page decides which memory bank it lives in.
 */
void gs_cpu_fill(void *to, unsigned char value, size_t bytes);

/* Copies bytes with all threads and streaming stores: the CPU's measured ceiling. */
void gs_cpu_stream_copy(void *to, const void *from, size_t bytes);

#endif
