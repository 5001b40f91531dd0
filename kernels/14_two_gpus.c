/*
 * Lesson 14 on the CPU: the same sums and steps in one memory, by one thread and by all. What takes
 * its time there is memory, so the loops are plain and the compiler makes SIMD of them.
 */
#include "14_two_gpus.h"
#include "common.h"

gs_run_fn spread_sum_serial, spread_sum_threads;
gs_run_fn halves_serial, halves_threads;
gs_run_fn all_reduce_serial, all_reduce_threads;

/* Sums that are kept apart: one chain of additions waits for itself, and in f32 it loses digits. */
enum { CHAINS = 64 };

/* The array that holds the plate after so many steps, as in the kernels. */
static size_t array_after(int steps)
{
    return steps == 0 ? HEAT_A : (HEAT_STEPS - steps) % 2 == 0 ? HEAT_B : HEAT_BETWEEN;
}

#define DEFINE(T)                                                                                  \
    static T add_chains_##T(const T *a, size_t begin, size_t end)                                  \
    {                                                                                              \
        T chain[CHAINS] = {0}, sum = 0;                                                            \
        size_t i = begin;                                                                          \
        for (; i + CHAINS <= end; i += CHAINS) {                                                   \
            for (size_t k = 0; k < CHAINS; k++)                                                    \
                chain[k] += a[i + k];                                                              \
        }                                                                                          \
        for (; i < end; i++)                                                                       \
            chain[0] += a[i];                                                                      \
        for (size_t count = CHAINS / 2; count > 0; count /= 2) {                                   \
            for (size_t k = 0; k < count; k++)                                                     \
                chain[k] += chain[k + count];                                                      \
        }                                                                                          \
        sum = chain[0];                                                                            \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    /* By halves down to some thousand elements: the accuracy of a tree. */                        \
    static T add_up_##T(const T *a, size_t begin, size_t end)                                      \
    {                                                                                              \
        size_t middle = begin + (end - begin) / 2;                                                 \
        return end - begin <= 4096 ? add_chains_##T(a, begin, end)                                 \
                                   : add_up_##T(a, begin, middle) + add_up_##T(a, middle, end);    \
    }                                                                                              \
                                                                                                   \
    static void sum_##T(const struct gs_call *call, bool alone)                                    \
    {                                                                                              \
        const T *a = call->arrays[SUM_A];                                                          \
        T sum = 0;                                                                                 \
        if (alone)                                                                                 \
            sum = add_up_##T(a, 0, call->n);                                                       \
        _Pragma("omp parallel if (!alone) reduction(+ : sum)")                                     \
        {                                                                                          \
            size_t begin = 0, end = 0;                                                             \
            my_share(call->n, CHAINS, &begin, &end);                                               \
            if (!alone)                                                                            \
                sum += add_up_##T(a, begin, end);                                                  \
        }                                                                                          \
        *(T *)call->arrays[SUM_S] = sum;                                                           \
    }                                                                                              \
                                                                                                   \
    static void step_row_##T(const T *a, T *b, size_t rows, size_t columns, size_t row)            \
    {                                                                                              \
        static const T outside = 0;                                                                \
        const T rate = (T)HEAT_RATE;                                                               \
        const T *here = a + row * columns;                                                         \
        for (size_t c = 0; c < columns; c++) {                                                     \
            T up = row > 0 ? here[c - columns] : outside;                                          \
            T down = row + 1 < rows ? here[c + columns] : outside;                                 \
            T left = c > 0 ? here[c - 1] : outside;                                                \
            T right = c + 1 < columns ? here[c + 1] : outside;                                     \
            b[row * columns + c] = (1 - 4 * rate) * here[c] + rate * (up + down + (left + right)); \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void heat_##T(const struct gs_call *call, bool alone)                                   \
    {                                                                                              \
        const size_t rows = (size_t)call->scalars[HEAT_ROWS];                                      \
        const size_t columns = (size_t)call->scalars[HEAT_COLUMNS];                                \
        _Pragma("omp parallel if (!alone)") for (int step = 1; step <= HEAT_STEPS; step++)         \
        {                                                                                          \
            const T *a = call->arrays[array_after(step - 1)];                                      \
            T *b = call->arrays[array_after(step)];                                                \
            _Pragma("omp for schedule(static)") for (size_t row = 0; row < rows; row++)            \
                step_row_##T(a, b, rows, columns, row);                                            \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void reduce_##T(const struct gs_call *call, bool alone)                                 \
    {                                                                                              \
        const T *x = call->arrays[REDUCE_X];                                                       \
        T *s = call->arrays[REDUCE_S];                                                             \
        const size_t n = call->n;                                                                  \
        _Pragma("omp parallel for if (!alone) schedule(static)") for (size_t i = 0; i < n; i++)    \
            s[i] = s[n + i] = x[i] + x[n + i];                                                     \
    }

DEFINE(float)
DEFINE(double)

/* So little that to wake all threads takes longer. */
static bool is_little(const struct gs_call *call)
{
    return call->n * gs_dtype_bytes(call->dtype) <= ALONE_BYTES;
}

#define VARIANTS(name, function)                                                                   \
    int name##_serial(const struct gs_call *call)                                                  \
    {                                                                                              \
        DISPATCH_FLOATING_TYPES(call, function, call, true);                                       \
        return 0;                                                                                  \
    }                                                                                              \
    int name##_threads(const struct gs_call *call)                                                 \
    {                                                                                              \
        DISPATCH_FLOATING_TYPES(call, function, call, is_little(call));                            \
        return 0;                                                                                  \
    }

VARIANTS(spread_sum, sum)
VARIANTS(halves, heat)
VARIANTS(all_reduce, reduce)
