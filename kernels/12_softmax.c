/*
 * Lesson 12, softmax of rows on the CPU: three plain loops, and the fastest version we know how to
 * write.
 *
 * The fast one takes as many rows as stay in the nearest cache: what exp() is taken of is computed
 * for all of them, then all their exponentials by SIMD in one call, then sums and factors. So short
 * rows share a call. Results that the cache cannot hold are stored past it.
 */
#include "12_softmax.h"
#include "common.h"

#include <math.h>

/* Elements of the rows that are computed together, and wait in the nearest cache. */
enum { TOGETHER = 4096 };

/* Up to so many bytes one thread is faster than all: an element costs an exponential. */
enum { ALONE_EXP = 64 << 10 };

/* The rows of one thread. */
struct part {
    size_t begin, end, columns;
    bool past_cache;
};

/*
 * serial_T:        one thread, three loops a row.
 * largest_T:       of `count` elements, by SIMD.
 * sum_T:           likewise.
 * lower_rows_T:    from each element the largest of its row.
 * divide_rows_T:   each element by the sum of its row.
 * part_T:          the rows of one thread.
 *
 * By SIMD means: as many elements side by side as the widest vector has, which the compiler joins.
 */
#define DEFINE_SOFTMAX(T, type, exp_of)                                                            \
    static void serial_##T(const T *x, T *y, struct shape m)                                       \
    {                                                                                              \
        for (size_t row = 0; row < m.rows; row++, x += m.columns, y += m.columns) {                \
            T largest = x[0], sum = 0;                                                             \
            for (size_t k = 1; k < m.columns; k++)                                                 \
                largest = x[k] > largest ? x[k] : largest;                                         \
            for (size_t k = 0; k < m.columns; k++) {                                               \
                y[k] = exp_of(x[k] - largest);                                                     \
                sum += y[k];                                                                       \
            }                                                                                      \
            for (size_t k = 0; k < m.columns; k++)                                                 \
                y[k] /= sum;                                                                       \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static inline T largest_##T(const T *x, size_t count)                                          \
    {                                                                                              \
        enum { LANES = 256 / sizeof(T) };                                                          \
        T most[LANES], all = x[0];                                                                 \
        size_t k = 0;                                                                              \
        if (count >= LANES) {                                                                      \
            memcpy(most, x, sizeof most);                                                          \
            for (k = LANES; k + LANES <= count; k += LANES) {                                      \
                for (size_t l = 0; l < LANES; l++)                                                 \
                    most[l] = x[k + l] > most[l] ? x[k + l] : most[l];                             \
            }                                                                                      \
            for (size_t l = 0; l < LANES; l++)                                                     \
                all = most[l] > all ? most[l] : all;                                               \
        }                                                                                          \
        for (; k < count; k++)                                                                     \
            all = x[k] > all ? x[k] : all;                                                         \
        return all;                                                                                \
    }                                                                                              \
                                                                                                   \
    static inline T sum_##T(const T *x, size_t count)                                              \
    {                                                                                              \
        enum { LANES = 256 / sizeof(T) };                                                          \
        T sums[LANES] = {0}, all = 0;                                                              \
        size_t k = 0;                                                                              \
        for (; k + LANES <= count; k += LANES) {                                                   \
            for (size_t l = 0; l < LANES; l++)                                                     \
                sums[l] += x[k + l];                                                               \
        }                                                                                          \
        for (size_t l = 0; l < LANES && k > 0; l++)                                                \
            all += sums[l];                                                                        \
        for (; k < count; k++)                                                                     \
            all += x[k];                                                                           \
        return all;                                                                                \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void lower_rows_##T(const T *x, T *e, size_t rows, size_t columns)                      \
    {                                                                                              \
        for (size_t row = 0; row < rows; row++, x += columns, e += columns) {                      \
            const T largest = largest_##T(x, columns);                                             \
            for (size_t k = 0; k < columns; k++)                                                   \
                e[k] = x[k] - largest;                                                             \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void divide_rows_##T(T *e, size_t rows, size_t columns)                                 \
    {                                                                                              \
        for (size_t row = 0; row < rows; row++, e += columns) {                                    \
            const T factor = 1 / sum_##T(e, columns);                                              \
            for (size_t k = 0; k < columns; k++)                                                   \
                e[k] *= factor;                                                                    \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void part_##T(const T *x, T *y, const struct part *part)                                \
    {                                                                                              \
        _Alignas(64) T waiting[TOGETHER];                                                          \
        const size_t columns = part->columns;                                                      \
        const bool waits = columns <= TOGETHER;                                                    \
        const size_t most = waits ? TOGETHER / columns : 1;                                        \
        for (size_t row = part->begin, rows; row < part->end; row += rows) {                       \
            rows = part->end - row < most ? part->end - row : most;                                \
            T *to = y + row * columns, *e = waits && part->past_cache ? waiting : to;              \
            lower_rows_##T(x + row * columns, e, rows, columns);                                   \
            gs_simd_exp_##type(e, e, rows *columns);                                               \
            divide_rows_##T(e, rows, columns);                                                     \
            if (e != to)                                                                           \
                stream_block((char *)to, (const char *)e, rows *columns * sizeof(T));              \
        }                                                                                          \
        gs_stream_fence();                                                                         \
    }

DEFINE_SOFTMAX(float, f32, expf)
DEFINE_SOFTMAX(double, f64, exp)

gs_run_fn softmax_serial, softmax_threads;

int softmax_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, serial, call->arrays[0], call->arrays[1],
                            shape_of(call->scalars));
    return 0;
}

static void compute_part(const struct gs_call *call, const struct part *part)
{
    DISPATCH_FLOATING_TYPES(call, part, call->arrays[0], call->arrays[1], part);
}

int softmax_threads(const struct gs_call *call)
{
    const struct shape m = shape_of(call->scalars);
    const size_t bytes = 2 * call->n * gs_dtype_bytes(call->dtype);
    struct part all = {0, m.rows, m.columns, bytes > gs_cpu_cache_bytes()};
    if (call->n == 0)
        return 0;
    if (bytes <= ALONE_EXP) {
        compute_part(call, &all);
        return 0;
    }
#pragma omp parallel
    {
        struct part part = all;
        my_share(m.rows, 1, &part.begin, &part.end);
        compute_part(call, &part);
    }
    return 0;
}
