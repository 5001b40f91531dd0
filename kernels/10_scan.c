/*
 * Lesson 10, scan on the CPU: one plain loop, the same on one thread with SIMD, and the fastest
 * version we know how to write; and compaction as one loop, and on all threads.
 *
 * A plain loop adds one element every few cycles, since each addition waits for the one before.
 * With SIMD a pack of elements is scanned by itself, in steps of 1, 2 and 4, and what waits is one
 * addition a pack. With threads, each takes the sum of its piece first, and when all sums are
 * there, it scans its piece from what stands before it. Pieces are small enough to be still in the
 * core's own cache when they are read again: memory is read once.
 */
#include "common.h"

enum {
    PIECE_BYTES = 1 << 20, /* of a, the most that a thread has between two barriers */
    MOST_THREADS = 512,
};

/* Threads for a parallel region whose threads leave a sum each. */
static int team(void)
{
    return gs_cpu_threads() < MOST_THREADS ? gs_cpu_threads() : MOST_THREADS;
}

/* The calling thread's piece of n elements in a round, and whether the round has any. There are as
 * few rounds as pieces of that size allow, for at each of them all threads wait for the slowest. */
static inline bool my_piece(size_t n, size_t size, size_t round, size_t *begin, size_t *end)
{
    size_t threads = (size_t)omp_get_num_threads(), most = PIECE_BYTES / size;
    size_t rounds = (n + threads * most - 1) / (threads * most);
    size_t pieces = rounds > 0 ? rounds * threads : 1;
    size_t piece = ((n + pieces - 1) / pieces + 1023) / 1024 * 1024;
    size_t first = round * threads * piece;
    *begin = first + (size_t)omp_get_thread_num() * piece;
    *begin = *begin < n ? *begin : n;
    *end = *begin + piece < n ? *begin + piece : n;
    return first < n;
}

/* ---- scan ------------------------------------------------------------------------------------ */

/* 32 bytes of T; and such a pack with its elements one, two or four places further on, and zeros
 * before them. */
typedef float pack_float __attribute__((vector_size(32), aligned(4), may_alias));
typedef uint32_t pack_uint32_t __attribute__((vector_size(32), aligned(4), may_alias));
typedef double pack_double __attribute__((vector_size(32), aligned(8), may_alias));
typedef uint64_t pack_uint64_t __attribute__((vector_size(32), aligned(8), may_alias));

#if defined(__clang__)
#define PICK_8(T, x, ...) __builtin_shufflevector(x, (pack_##T){0}, __VA_ARGS__)
#define PICK_4(T, x, ...) __builtin_shufflevector(x, (pack_##T){0}, __VA_ARGS__)
#else
#define PICK_8(T, x, ...) __builtin_shuffle(x, (pack_##T){0}, (pack_uint32_t){__VA_ARGS__})
#define PICK_4(T, x, ...) __builtin_shuffle(x, (pack_##T){0}, (pack_uint64_t){__VA_ARGS__})
#endif

/*
 * By address, for a pack by value is passed in another way by each width of SIMD.
 *
 * one_on_T:     x one place further on.
 * scan_pack_T:  each element's sum up to it.
 * last_of_T:    the last element in all places.
 */
#define DEFINE_PACK_OF_8(T)                                                                        \
    static inline void one_on_##T(pack_##T *x)                                                     \
    {                                                                                              \
        *x = PICK_8(T, *x, 8, 0, 1, 2, 3, 4, 5, 6);                                                \
    }                                                                                              \
                                                                                                   \
    static inline void scan_pack_##T(pack_##T *x)                                                  \
    {                                                                                              \
        *x += PICK_8(T, *x, 8, 0, 1, 2, 3, 4, 5, 6);                                               \
        *x += PICK_8(T, *x, 8, 8, 0, 1, 2, 3, 4, 5);                                               \
        *x += PICK_8(T, *x, 8, 8, 8, 8, 0, 1, 2, 3);                                               \
    }                                                                                              \
                                                                                                   \
    static inline void last_of_##T(pack_##T *x)                                                    \
    {                                                                                              \
        *x = PICK_8(T, *x, 7, 7, 7, 7, 7, 7, 7, 7);                                                \
    }

#define DEFINE_PACK_OF_4(T)                                                                        \
    static inline void one_on_##T(pack_##T *x)                                                     \
    {                                                                                              \
        *x = PICK_4(T, *x, 4, 0, 1, 2);                                                            \
    }                                                                                              \
                                                                                                   \
    static inline void scan_pack_##T(pack_##T *x)                                                  \
    {                                                                                              \
        *x += PICK_4(T, *x, 4, 0, 1, 2);                                                           \
        *x += PICK_4(T, *x, 4, 4, 0, 1);                                                           \
    }                                                                                              \
                                                                                                   \
    static inline void last_of_##T(pack_##T *x)                                                    \
    {                                                                                              \
        *x = PICK_4(T, *x, 3, 3, 3, 3);                                                            \
    }

/*
 * serial_scan_T:   elements [begin, end) from what stands before them on; returns what stands
 *                  before `end`.
 * packs_T:         the same, a pack at a time; with past_cache, b begins at a boundary of 16 bytes.
 *                  The two switches are known when it is compiled.
 * simd_scan_T:     the same for any b.
 * sum_T:           the sum of elements [begin, end).
 * threads_scan_T:  all of them, on all threads.
 */
#define DEFINE_SCAN(T)                                                                             \
    static T serial_scan_##T(const T *a, T *b, size_t begin, size_t end, T before, bool inclusive) \
    {                                                                                              \
        if (inclusive) {                                                                           \
            for (size_t i = begin; i < end; i++)                                                   \
                b[i] = before += a[i];                                                             \
            return before;                                                                         \
        }                                                                                          \
        for (size_t i = begin; i < end; i++) {                                                     \
            T own = a[i];                                                                          \
            b[i] = before;                                                                         \
            before += own;                                                                         \
        }                                                                                          \
        return before;                                                                             \
    }                                                                                              \
                                                                                                   \
    static inline T packs_##T(const T *a, T *b, size_t count, T before, bool inclusive,            \
                              bool past_cache)                                                     \
    {                                                                                              \
        enum { LANES = 32 / sizeof(T) };                                                           \
        pack_##T carry = before + (pack_##T){0};                                                   \
        for (size_t i = 0; i < count; i += LANES) {                                                \
            pack_##T sums = *(const pack_##T *)(a + i), result;                                    \
            scan_pack_##T(&sums);                                                                  \
            result = sums;                                                                         \
            if (!inclusive)                                                                        \
                one_on_##T(&result);                                                               \
            result += carry;                                                                       \
            if (past_cache) {                                                                      \
                gs_stream_store16(b + i, &result);                                                 \
                gs_stream_store16(b + i + LANES / 2, (const char *)&result + 16);                  \
            } else {                                                                               \
                *(pack_##T *)(b + i) = result;                                                     \
            }                                                                                      \
            last_of_##T(&sums);                                                                    \
            carry += sums;                                                                         \
        }                                                                                          \
        return carry[0];                                                                           \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static T simd_scan_##T(const T *a, T *b, size_t begin, size_t end, T before, bool inclusive,   \
                           bool past_cache)                                                        \
    {                                                                                              \
        enum { LANES = 32 / sizeof(T) };                                                           \
        size_t to_boundary = (16 - (uintptr_t)(b + begin) % 16) % 16 / sizeof(T);                  \
        size_t head = to_boundary < end - begin ? to_boundary : end - begin;                       \
        before = serial_scan_##T(a, b, begin, begin + head, before, inclusive);                    \
        begin += head;                                                                             \
        size_t count = (end - begin) / LANES * LANES;                                              \
        const T *from = a + begin;                                                                 \
        T *to = b + begin;                                                                         \
        if (past_cache)                                                                            \
            before = inclusive ? packs_##T(from, to, count, before, true, true)                    \
                               : packs_##T(from, to, count, before, false, true);                  \
        else                                                                                       \
            before = inclusive ? packs_##T(from, to, count, before, true, false)                   \
                               : packs_##T(from, to, count, before, false, false);                 \
        return serial_scan_##T(a, b, begin + count, end, before, inclusive);                       \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static T sum_##T(const T *a, size_t begin, size_t end)                                         \
    {                                                                                              \
        enum { LANES = 32 / sizeof(T), ROUND = 4 * LANES };                                        \
        pack_##T sums[4] = {{0}};                                                                  \
        size_t i = begin;                                                                          \
        for (; i + ROUND <= end; i += ROUND)                                                       \
            for (size_t u = 0; u < 4; u++)                                                         \
                sums[u] += *(const pack_##T *)(a + i + u * LANES);                                 \
        sums[0] = (sums[0] + sums[1]) + (sums[2] + sums[3]);                                       \
        T sum = 0;                                                                                 \
        for (int k = 0; k < LANES; k++)                                                            \
            sum += sums[0][k];                                                                     \
        for (; i < end; i++)                                                                       \
            sum += a[i];                                                                           \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    static void threads_scan_##T(const T *a, T *b, size_t n, bool inclusive)                       \
    {                                                                                              \
        if (2 * n * sizeof(T) <= ALONE_BYTES) {                                                    \
            simd_scan_##T(a, b, 0, n, 0, inclusive, false);                                        \
            return;                                                                                \
        }                                                                                          \
        bool past_cache = 2 * n * sizeof(T) > gs_cpu_cache_bytes();                                \
        T sums[2][MOST_THREADS]; /* of this round and of the last one, which may still be read */  \
        _Pragma("omp parallel num_threads(team())")                                                \
        {                                                                                          \
            size_t begin, end;                                                                     \
            T before_round = 0;                                                                    \
            for (size_t round = 0; my_piece(n, sizeof(T), round, &begin, &end); round++) {         \
                sums[round % 2][omp_get_thread_num()] = sum_##T(a, begin, end);                    \
                _Pragma("omp barrier") T before = 0;                                               \
                for (int t = 0; t < omp_get_num_threads(); t++) {                                  \
                    if (t == omp_get_thread_num())                                                 \
                        before = before_round;                                                     \
                    before_round += sums[round % 2][t];                                            \
                }                                                                                  \
                simd_scan_##T(a, b, begin, end, before, inclusive, past_cache);                    \
            }                                                                                      \
            gs_stream_fence();                                                                     \
        }                                                                                          \
    }

DEFINE_PACK_OF_8(float)
DEFINE_PACK_OF_8(uint32_t)
DEFINE_PACK_OF_4(double)
DEFINE_PACK_OF_4(uint64_t)
DEFINE_SCAN(float)
DEFINE_SCAN(double)
DEFINE_SCAN(uint32_t)
DEFINE_SCAN(uint64_t)

#define DEFINE_SCAN_VARIANTS(workload, inclusive)                                                  \
    int workload##_serial(const struct gs_call *call)                                              \
    {                                                                                              \
        DISPATCH_ALL_TYPES(call, serial_scan, call->arrays[0], call->arrays[1], 0, call->n, 0,     \
                           inclusive);                                                             \
        return 0;                                                                                  \
    }                                                                                              \
                                                                                                   \
    int workload##_simd(const struct gs_call *call)                                                \
    {                                                                                              \
        DISPATCH_ALL_TYPES(call, simd_scan, call->arrays[0], call->arrays[1], 0, call->n, 0,       \
                           inclusive, false);                                                      \
        return 0;                                                                                  \
    }                                                                                              \
                                                                                                   \
    int workload##_threads(const struct gs_call *call)                                             \
    {                                                                                              \
        DISPATCH_ALL_TYPES(call, threads_scan, call->arrays[0], call->arrays[1], call->n,          \
                           inclusive);                                                             \
        return 0;                                                                                  \
    }

gs_run_fn inclusive_sum_serial, inclusive_sum_simd, inclusive_sum_threads;
gs_run_fn exclusive_sum_serial, exclusive_sum_simd, exclusive_sum_threads;

DEFINE_SCAN_VARIANTS(inclusive_sum, true)
DEFINE_SCAN_VARIANTS(exclusive_sum, false)

/* ---- compact --------------------------------------------------------------------------------- */

/* Integers come as unsigned: their bits are what counts. */
#define IS_POSITIVE_float(x) ((x) > 0)
#define IS_POSITIVE_double(x) ((x) > 0)
#define IS_POSITIVE_uint32_t(x) ((int32_t)(x) > 0)
#define IS_POSITIVE_uint64_t(x) ((int64_t)(x) > 0)

/*
 * compact_serial_T:  one thread. Every element is stored, and the next one into the same place if
 *                    it is not kept: a branch that nobody can foresee would take longer.
 * count_T:           how many of elements [begin, end) are kept.
 * compact_piece_T:   the elements from `begin` on that are kept, to places [place, place_end): as
 *                    above, but it stops with the last one, for what follows is another thread's.
 * compact_threads_T: all of them, on all threads.
 */
#define DEFINE_COMPACT(T)                                                                          \
    static void compact_serial_##T(const T *a, T *b, int64_t *count, size_t n)                     \
    {                                                                                              \
        size_t place = 0;                                                                          \
        for (size_t i = 0; i < n; i++) {                                                           \
            b[place] = a[i];                                                                       \
            place += IS_POSITIVE_##T(a[i]) ? 1 : 0;                                                \
        }                                                                                          \
        *count = (int64_t)place;                                                                   \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static size_t count_##T(const T *a, size_t begin, size_t end)                                  \
    {                                                                                              \
        size_t count = 0;                                                                          \
        for (size_t i = begin; i < end; i++)                                                       \
            count += IS_POSITIVE_##T(a[i]) ? 1 : 0;                                                \
        return count;                                                                              \
    }                                                                                              \
                                                                                                   \
    static void compact_piece_##T(const T *a, T *b, size_t begin, size_t place, size_t place_end)  \
    {                                                                                              \
        for (size_t i = begin; place < place_end; i++) {                                           \
            b[place] = a[i];                                                                       \
            place += IS_POSITIVE_##T(a[i]) ? 1 : 0;                                                \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void compact_threads_##T(const T *a, T *b, int64_t *count, size_t n)                    \
    {                                                                                              \
        size_t counts[2][MOST_THREADS];                                                            \
        if (2 * n * sizeof(T) <= ALONE_BYTES) {                                                    \
            compact_serial_##T(a, b, count, n);                                                    \
            return;                                                                                \
        }                                                                                          \
        _Pragma("omp parallel num_threads(team())")                                                \
        {                                                                                          \
            size_t begin, end, before_round = 0;                                                   \
            for (size_t round = 0; my_piece(n, sizeof(T), round, &begin, &end); round++) {         \
                size_t kept = count_##T(a, begin, end), place = 0;                                 \
                counts[round % 2][omp_get_thread_num()] = kept;                                    \
                _Pragma("omp barrier") for (int t = 0; t < omp_get_num_threads(); t++)             \
                {                                                                                  \
                    if (t == omp_get_thread_num())                                                 \
                        place = before_round;                                                      \
                    before_round += counts[round % 2][t];                                          \
                }                                                                                  \
                compact_piece_##T(a, b, begin, place, place + kept);                               \
            }                                                                                      \
            if (omp_get_thread_num() == 0)                                                         \
                *count = (int64_t)before_round;                                                    \
        }                                                                                          \
    }

DEFINE_COMPACT(float)
DEFINE_COMPACT(double)
DEFINE_COMPACT(uint32_t)
DEFINE_COMPACT(uint64_t)

gs_run_fn compact_serial, compact_threads;

int compact_serial(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, compact_serial, call->arrays[0], call->arrays[1], call->arrays[2],
                       call->n);
    return 0;
}

int compact_threads(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, compact_threads, call->arrays[0], call->arrays[1], call->arrays[2],
                       call->n);
    return 0;
}
