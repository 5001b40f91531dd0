/*
 * Lesson 0, hello on the CPU. `hypot` and `dart_pi` are written more than once: as the compiler
 * makes them fast, with a call for each element or point, and without optimisation.
 */
#include "common.h"

#include "00_hello.h"

#include <math.h>

/* A function that is called where it is called, and one that is compiled as with -O0. */
#define CALLED __attribute__((noinline))
#ifdef __clang__
#define UNOPTIMISED __attribute__((noinline, optnone))
#else
#define UNOPTIMISED __attribute__((noinline, optimize("O0")))
#endif

/* ---- global_index ---------------------------------------------------------------------------- */

static void write_indices(int64_t *out, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        out[i] = (int64_t)i;
}

static void share_indices(const struct gs_call *call, size_t begin, size_t end)
{
    write_indices(call->arrays[0], begin, end);
}

int global_index_serial(const struct gs_call *call)
{
    write_indices(call->arrays[0], 0, call->n);
    return 0;
}

int global_index_threads(const struct gs_call *call)
{
    share_out(call, share_indices, call->n * sizeof(int64_t));
    return 0;
}

/* ---- hypot ----------------------------------------------------------------------------------- */

/*
 * scaled_T:       the larger of |x| and |y|, times the root of 1 + t * t, where t is at most 1.
 * called_T:       the same, which no caller can take into its loop.
 * unoptimised_T:  the same, and its loop, without optimisation.
 */
#define DEFINE_HYPOT(T, f)                                                                         \
    static inline T scaled_##T(T x, T y)                                                           \
    {                                                                                              \
        x = fabs##f(x), y = fabs##f(y);                                                            \
        T large = x > y ? x : y, small = large == x ? y : x;                                       \
        T t = small / (large > 0 ? large : 1);                                                     \
        return large * sqrt##f(1 + t * t);                                                         \
    }                                                                                              \
                                                                                                   \
    CALLED static T called_##T(T x, T y)                                                           \
    {                                                                                              \
        return scaled_##T(x, y);                                                                   \
    }                                                                                              \
                                                                                                   \
    UNOPTIMISED static T plain_##T(T x, T y)                                                       \
    {                                                                                              \
        x = fabs##f(x);                                                                            \
        y = fabs##f(y);                                                                            \
        T large = x > y ? x : y, small = large == x ? y : x;                                       \
        T t = small / (large > 0 ? large : 1);                                                     \
        return large * sqrt##f(1 + t * t);                                                         \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void scale_all_##T(const T *restrict a, const T *restrict b, T *restrict c, size_t n)   \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            c[i] = scaled_##T(a[i], b[i]);                                                         \
    }                                                                                              \
                                                                                                   \
    static void hypot_serial_##T(const struct gs_call *call)                                       \
    {                                                                                              \
        const T *a = call->arrays[0], *b = call->arrays[1];                                        \
        T *c = call->arrays[2];                                                                    \
        for (size_t i = 0; i < call->n; i++)                                                       \
            c[i] = scaled_##T(a[i], b[i]);                                                         \
    }                                                                                              \
                                                                                                   \
    static void hypot_called_##T(const struct gs_call *call)                                       \
    {                                                                                              \
        const T *a = call->arrays[0], *b = call->arrays[1];                                        \
        T *c = call->arrays[2];                                                                    \
        for (size_t i = 0; i < call->n; i++)                                                       \
            c[i] = called_##T(a[i], b[i]);                                                         \
    }                                                                                              \
                                                                                                   \
    static void hypot_libm_##T(const struct gs_call *call)                                         \
    {                                                                                              \
        const T *a = call->arrays[0], *b = call->arrays[1];                                        \
        T *c = call->arrays[2];                                                                    \
        for (size_t i = 0; i < call->n; i++)                                                       \
            c[i] = hypot##f(a[i], b[i]);                                                           \
    }                                                                                              \
                                                                                                   \
    UNOPTIMISED static void hypot_unoptimised_##T(const struct gs_call *call)                      \
    {                                                                                              \
        const T *a = call->arrays[0], *b = call->arrays[1];                                        \
        T *c = call->arrays[2];                                                                    \
        for (size_t i = 0; i < call->n; i++)                                                       \
            c[i] = plain_##T(a[i], b[i]);                                                          \
    }                                                                                              \
                                                                                                   \
    static void hypot_share_##T(const struct gs_call *call, size_t begin, size_t end)              \
    {                                                                                              \
        const T *a = call->arrays[0], *b = call->arrays[1];                                        \
        T *c = call->arrays[2];                                                                    \
        scale_all_##T(a + begin, b + begin, c + begin, end - begin);                               \
    }                                                                                              \
                                                                                                   \
    static void hypot_threads_##T(const struct gs_call *call)                                      \
    {                                                                                              \
        share_out(call, hypot_share_##T, 3 * call->n * sizeof(T));                                 \
    }

DEFINE_HYPOT(float, f)
DEFINE_HYPOT(double, )

int hypot_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, hypot_serial, call);
    return 0;
}

int hypot_called(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, hypot_called, call);
    return 0;
}

int hypot_unoptimised(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, hypot_unoptimised, call);
    return 0;
}

int hypot_libm(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, hypot_libm, call);
    return 0;
}

int hypot_threads(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, hypot_threads, call);
    return 0;
}

/* ---- dart_pi --------------------------------------------------------------------------------- */

static uint64_t count_hits(size_t begin, size_t end)
{
    uint64_t hits = 0;
    for (size_t p = begin; p < end; p++)
        hits += is_hit(p);
    return hits;
}

UNOPTIMISED static float plain_uniform(uint64_t index)
{
    uint64_t z = 0x9e3779b97f4a7c15u * (8 * index + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (float)(2 * (z >> 53) + 1) / 4096;
}

UNOPTIMISED static uint64_t plain_count_hits(size_t n)
{
    uint64_t hits = 0;
    for (size_t p = 0; p < n; p++) {
        float x = plain_uniform(2 * p), y = plain_uniform(2 * p + 1);
        if (x * x + y * y < 1)
            hits++;
    }
    return hits;
}

int dart_pi_serial(const struct gs_call *call)
{
    *(uint64_t *)call->arrays[0] = count_hits(0, call->n);
    return 0;
}

int dart_pi_unoptimised(const struct gs_call *call)
{
    *(uint64_t *)call->arrays[0] = plain_count_hits(call->n);
    return 0;
}

/* Fewer points are counted by one thread before others are awake. */
enum { ALONE_POINTS = 1 << 14 };

int dart_pi_threads(const struct gs_call *call)
{
    uint64_t hits = 0;
#pragma omp parallel reduction(+ : hits) if (call->n > ALONE_POINTS)
    {
        size_t begin, end;
        my_share(call->n, 1024, &begin, &end);
        hits += count_hits(begin, end);
    }
    *(uint64_t *)call->arrays[0] = hits;
    return 0;
}
