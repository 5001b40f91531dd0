/*
 * Lesson 3, vecadd on the CPU: one plain loop, and the fastest version we know how to write, which
 * every speedup is measured against.
 */
#include "call.h"
#include "cpu.h"

#include <omp.h>
#include <stdint.h>

/*
 * serial_T:  one thread, a plain loop.
 * cached_T:  the same loop for every SIMD width, with stores that stay in the cache.
 * stream_T:  for arrays that the cache cannot hold: whole 64-byte lines, stored past it.
 */
#define DEFINE_VECADD(T)                                                                           \
    static void serial_##T(const T *a, const T *b, T *c, size_t n)                                 \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            c[i] = a[i] + b[i];                                                                    \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void cached_##T(const T *restrict a, const T *restrict b, T *restrict c, size_t n)      \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            c[i] = a[i] + b[i];                                                                    \
    }                                                                                              \
                                                                                                   \
    static void stream_##T(const T *a, const T *b, T *c, size_t n)                                 \
    {                                                                                              \
        typedef T pack __attribute__((vector_size(16), aligned(sizeof(T))));                       \
        enum { PACK = 16 / sizeof(T), LINE = 64 / sizeof(T) };                                     \
        size_t head = (64 - (uintptr_t)c % 64) % 64 / sizeof(T);                                   \
        size_t i = head < n ? head : n;                                                            \
        serial_##T(a, b, c, i);                                                                    \
        for (; i + LINE <= n; i += LINE) {                                                         \
            for (size_t k = i; k < i + LINE; k += PACK) {                                          \
                pack sum = *(const pack *)(a + k) + *(const pack *)(b + k);                        \
                gs_stream_store16(c + k, &sum);                                                    \
            }                                                                                      \
        }                                                                                          \
        serial_##T(a + i, b + i, c + i, n - i);                                                    \
        gs_stream_fence();                                                                         \
    }                                                                                              \
                                                                                                   \
    static void threads_##T(const T *a, const T *b, T *c, size_t n)                                \
    {                                                                                              \
        size_t bytes = 3 * n * sizeof(T);                                                          \
        bool fits_cache = bytes <= gs_cpu_cache_bytes();                                           \
        if (bytes <= WORTH_A_TEAM_BYTES) {                                                         \
            cached_##T(a, b, c, n);                                                                \
            return;                                                                                \
        }                                                                                          \
        _Pragma("omp parallel")                                                                    \
        {                                                                                          \
            size_t begin, end;                                                                     \
            gs_cpu_share(n, 1024, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);      \
            if (fits_cache)                                                                        \
                cached_##T(a + begin, b + begin, c + begin, end - begin);                          \
            else                                                                                   \
                stream_##T(a + begin, b + begin, c + begin, end - begin);                          \
        }                                                                                          \
    }

/* Below this, waking the other threads costs more than they save (a few microseconds). */
enum { WORTH_A_TEAM_BYTES = 256 << 10 };

DEFINE_VECADD(float)
DEFINE_VECADD(double)
DEFINE_VECADD(int32_t)
DEFINE_VECADD(int64_t)

int vecadd_serial(const struct gs_call *call)
{
    const void *a = call->arrays[0], *b = call->arrays[1];
    void *c = call->arrays[2];
    if (call->dtype == GS_F32)
        serial_float(a, b, c, call->n);
    else if (call->dtype == GS_F64)
        serial_double(a, b, c, call->n);
    else if (call->dtype == GS_I32)
        serial_int32_t(a, b, c, call->n);
    else
        serial_int64_t(a, b, c, call->n);
    return 0;
}

int vecadd_threads(const struct gs_call *call)
{
    const void *a = call->arrays[0], *b = call->arrays[1];
    void *c = call->arrays[2];
    if (call->dtype == GS_F32)
        threads_float(a, b, c, call->n);
    else if (call->dtype == GS_F64)
        threads_double(a, b, c, call->n);
    else if (call->dtype == GS_I32)
        threads_int32_t(a, b, c, call->n);
    else
        threads_int64_t(a, b, c, call->n);
    return 0;
}
