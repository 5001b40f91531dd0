/*
 * Lesson 6, tree_reduction on the CPU: one plain loop, the same sum by halves on one thread, and
 * the fastest version we know how to write.
 *
 * A plain loop adds small numbers to a large one, and the larger that is, the more of each number
 * its rounding cuts off. Adding by halves keeps both sides of every addition about as large: of n
 * terms each goes through log2 n roundings instead of n. That is the tree of the kernels, and
 * costs a CPU nothing.
 */
#include "common.h"

/*
 * 64 bytes of T, and how many of them a loop adds to at a time: an addition takes a few cycles, so
 * with one sum alone the loop would wait for it and not for the memory.
 */
#define DEFINE_PACK(T)                                                                             \
    typedef T pack_##T __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));            \
                                                                                                   \
    static inline T pack_sum_##T(const pack_##T *sums)                                             \
    {                                                                                              \
        enum { LANES = 64 / sizeof(T) };                                                           \
        pack_##T all = (sums[0] + sums[1]) + (sums[2] + sums[3]);                                  \
        for (int half = LANES / 2; half > 0; half /= 2)                                            \
            for (int k = 0; k < half; k++)                                                         \
                all[k] += all[k + half];                                                           \
        return all[0];                                                                             \
    }

/*
 * serial_sum_T:  one thread, a plain loop.
 * base_sum_T:    elements [begin, end) where a tree is cut off: SIMD lanes, each a short chain.
 */
#define DEFINE_SUM(T)                                                                              \
    static T serial_sum_##T(const T *a, size_t n)                                                  \
    {                                                                                              \
        T sum = 0;                                                                                 \
        for (size_t i = 0; i < n; i++)                                                             \
            sum += a[i];                                                                           \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static T base_sum_##T(const T *a, size_t begin, size_t end)                                    \
    {                                                                                              \
        enum { LANES = 64 / sizeof(T), ROUND = 4 * LANES };                                        \
        pack_##T sums[4] = {{0}};                                                                  \
        size_t i = begin;                                                                          \
        for (; i + ROUND <= end; i += ROUND)                                                       \
            for (size_t u = 0; u < 4; u++)                                                         \
                sums[u] += *(const pack_##T *)(a + i + u * LANES);                                 \
        return pack_sum_##T(sums) + serial_sum_##T(a + i, end - i);                                \
    }                                                                                              \
                                                                                                   \
    DEFINE_TREE(T, sum, const T *)

/*
 * The same for pi. `width` is 1 / n; within a base case x grows from its first value by multiples
 * of it, which are small, so that they round less than (i + 0.5) / n would in f32.
 */
#define DEFINE_PI(T)                                                                               \
    static T serial_pi_##T(size_t n)                                                               \
    {                                                                                              \
        T sum = 0;                                                                                 \
        for (size_t i = 0; i < n; i++) {                                                           \
            T x = ((T)i + (T)0.5) / (T)n;                                                          \
            sum += 4 / (1 + x * x);                                                                \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static T base_pi_##T(double width, size_t begin, size_t end)                                   \
    {                                                                                              \
        enum { LANES = 64 / sizeof(T), ROUND = 4 * LANES };                                        \
        T first = (T)(((double)begin + 0.5) * width), step = (T)width;                             \
        pack_##T sums[4] = {{0}}, lane = {0};                                                      \
        for (int k = 0; k < LANES; k++)                                                            \
            lane[k] = (T)k;                                                                        \
        size_t i = 0, n = end - begin;                                                             \
        for (; i + ROUND <= n; i += ROUND) {                                                       \
            for (size_t u = 0; u < 4; u++) {                                                       \
                pack_##T x = first + (lane + (T)(i + u * LANES)) * step;                           \
                sums[u] += 4 / (1 + x * x);                                                        \
            }                                                                                      \
        }                                                                                          \
        T sum = pack_sum_##T(sums);                                                                \
        for (; i < n; i++) {                                                                       \
            T x = first + (T)i * step;                                                             \
            sum += 4 / (1 + x * x);                                                                \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    DEFINE_TREE(T, pi, double)

/*
 * tree_NAME_T:     halves down to `base` elements, on one thread.
 * threads_NAME_T:  a tree on each thread, and another over their sums, in the order of the threads:
 *                  the same threads give the same sum.
 */
#define DEFINE_TREE(T, name, source_type)                                                          \
    static T tree_##name##_##T(source_type source, size_t begin, size_t end, size_t base)          \
    {                                                                                              \
        if (end - begin <= base)                                                                   \
            return base_##name##_##T(source, begin, end);                                          \
        size_t bases = (end - begin + base - 1) / base;                                            \
        size_t middle = begin + (bases + 1) / 2 * base;                                            \
        return tree_##name##_##T(source, begin, middle, base) +                                    \
               tree_##name##_##T(source, middle, end, base);                                       \
    }                                                                                              \
                                                                                                   \
    static T threads_##name##_##T(source_type source, size_t n)                                    \
    {                                                                                              \
        if (n * sizeof(T) <= ALONE_##name)                                                         \
            return tree_##name##_##T(source, 0, n, LARGE_BASE);                                    \
        T sums[MOST_THREADS] = {0};                                                                \
        int threads = gs_cpu_threads() < MOST_THREADS ? gs_cpu_threads() : MOST_THREADS;           \
        _Pragma("omp parallel num_threads(threads)")                                               \
        {                                                                                          \
            size_t begin, end;                                                                     \
            int thread = omp_get_thread_num();                                                     \
            my_share(n, 1024, &begin, &end);                                                       \
            sums[thread] = tree_##name##_##T(source, begin, end, LARGE_BASE);                      \
        }                                                                                          \
        return tree_sum_##T(sums, 0, (size_t)threads, SMALL_BASE);                                 \
    }

enum {
    SMALL_BASE = 128,   /* of `pairwise`: deep, for its accuracy */
    LARGE_BASE = 16384, /* of `threads`: chains of 256 (f32), and calls that cost nothing */
    MOST_THREADS = 512,
    /* Up to so many bytes of terms, waking the other threads costs more than they save (a few
     * microseconds). A term of pi is not read, but there is a division in it. */
    ALONE_sum = 256 << 10,
    ALONE_pi = 64 << 10,
};

DEFINE_PACK(float)
DEFINE_PACK(double)
DEFINE_PACK(uint32_t)
DEFINE_PACK(uint64_t)
DEFINE_SUM(float)
DEFINE_SUM(double)
DEFINE_SUM(uint32_t)
DEFINE_SUM(uint64_t)
DEFINE_PI(float)
DEFINE_PI(double)

/* What a variant does: stores a sum, or pi. */
#define DEFINE_SUM_VARIANTS(T)                                                                     \
    static void store_serial_sum_##T(const T *a, size_t n, T *s)                                   \
    {                                                                                              \
        *s = serial_sum_##T(a, n);                                                                 \
    }                                                                                              \
                                                                                                   \
    static void store_tree_sum_##T(const T *a, size_t n, T *s)                                     \
    {                                                                                              \
        *s = tree_sum_##T(a, 0, n, SMALL_BASE);                                                    \
    }                                                                                              \
                                                                                                   \
    static void store_threads_sum_##T(const T *a, size_t n, T *s)                                  \
    {                                                                                              \
        *s = threads_sum_##T(a, n);                                                                \
    }

#define DEFINE_PI_VARIANTS(T)                                                                      \
    static void store_serial_pi_##T(size_t n, double width, T *pi)                                 \
    {                                                                                              \
        *pi = serial_pi_##T(n) * (T)width;                                                         \
    }                                                                                              \
                                                                                                   \
    static void store_tree_pi_##T(size_t n, double width, T *pi)                                   \
    {                                                                                              \
        *pi = tree_pi_##T(width, 0, n, SMALL_BASE) * (T)width;                                     \
    }                                                                                              \
                                                                                                   \
    static void store_threads_pi_##T(size_t n, double width, T *pi)                                \
    {                                                                                              \
        *pi = threads_pi_##T(width, n) * (T)width;                                                 \
    }

DEFINE_SUM_VARIANTS(float)
DEFINE_SUM_VARIANTS(double)
DEFINE_SUM_VARIANTS(uint32_t)
DEFINE_SUM_VARIANTS(uint64_t)
DEFINE_PI_VARIANTS(float)
DEFINE_PI_VARIANTS(double)

int sum_serial(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, store_serial_sum, call->arrays[0], call->n, call->arrays[1]);
    return 0;
}

int sum_pairwise(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, store_tree_sum, call->arrays[0], call->n, call->arrays[1]);
    return 0;
}

int sum_threads(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, store_threads_sum, call->arrays[0], call->n, call->arrays[1]);
    return 0;
}

/* The width of each of n intervals; there may be none. */
static double width_of(size_t n)
{
    return n > 0 ? 1.0 / (double)n : 0.0;
}

int pi_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, store_serial_pi, call->n, width_of(call->n), call->arrays[0]);
    return 0;
}

int pi_pairwise(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, store_tree_pi, call->n, width_of(call->n), call->arrays[0]);
    return 0;
}

int pi_threads(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, store_threads_pi, call->n, width_of(call->n), call->arrays[0]);
    return 0;
}
