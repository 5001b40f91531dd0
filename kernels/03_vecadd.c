/*
 * Lesson 3, vecadd on the CPU: one plain loop, and the fastest version we know how to write, which
 * every speedup is measured against.
 */
#include "common.h"

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
    static void share_##T(const struct gs_call *call, size_t begin, size_t end,                    \
                          void (*add)(const T *, const T *, T *, size_t))                          \
    {                                                                                              \
        const T *a = call->arrays[0], *b = call->arrays[1];                                        \
        T *c = call->arrays[2];                                                                    \
        add(a + begin, b + begin, c + begin, end - begin);                                         \
    }                                                                                              \
                                                                                                   \
    static void cached_share_##T(const struct gs_call *call, size_t begin, size_t end)             \
    {                                                                                              \
        share_##T(call, begin, end, cached_##T);                                                   \
    }                                                                                              \
                                                                                                   \
    static void stream_share_##T(const struct gs_call *call, size_t begin, size_t end)             \
    {                                                                                              \
        share_##T(call, begin, end, stream_##T);                                                   \
    }                                                                                              \
                                                                                                   \
    static void threads_##T(const struct gs_call *call)                                            \
    {                                                                                              \
        size_t bytes = 3 * call->n * sizeof(T);                                                    \
        bool fits_cache = bytes <= gs_cpu_cache_bytes();                                           \
        share_out(call, fits_cache ? cached_share_##T : stream_share_##T, bytes);                  \
    }

DEFINE_VECADD(float)
DEFINE_VECADD(double)
DEFINE_VECADD(uint32_t)
DEFINE_VECADD(uint64_t)

int vecadd_serial(const struct gs_call *call)
{
    void *const *arrays = call->arrays;
    DISPATCH_ALL_TYPES(call, serial, arrays[0], arrays[1], arrays[2], call->n);
    return 0;
}

int vecadd_threads(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, threads, call);
    return 0;
}
