/*
 * Lesson 1, race_add on the CPU: grid * block times, a step (0.5, or 1 for integers) is added to
 * every cell. `racy_threads` loses updates as the racy kernel does: reading and writing are atomic
 * by themselves, so that the C standard says what happens, but what comes in between is lost.
 */
#include "common.h"

#include <stdatomic.h>

/*
 * Adds in one indivisible step. A CPU has that for integers. For floats, the sum is written only
 * where the cell still holds what was read, and otherwise made again from what it holds now.
 * "Relaxed" asks for no order with other memory, as none hangs on these cells.
 */
#define DEFINE_FLOAT_ADD(T)                                                                        \
    static void add_##T(_Atomic T *cell, T value)                                                  \
    {                                                                                              \
        T seen = atomic_load_explicit(cell, memory_order_relaxed);                                 \
        while (!atomic_compare_exchange_weak_explicit(cell, &seen, seen + value,                   \
                                                      memory_order_relaxed, memory_order_relaxed)) \
            continue;                                                                              \
    }

#define DEFINE_INTEGER_ADD(T)                                                                      \
    static void add_##T(_Atomic T *cell, T value)                                                  \
    {                                                                                              \
        atomic_fetch_add_explicit(cell, value, memory_order_relaxed);                              \
    }

DEFINE_FLOAT_ADD(float)
DEFINE_FLOAT_ADD(double)
DEFINE_INTEGER_ADD(uint32_t)
DEFINE_INTEGER_ADD(uint64_t)

/*
 * `times` additions to every cell, as one thread makes them:
 * plain_T:   for a thread that is alone.
 * racy_T:    reads a cell, and then writes it.
 * atomic_T:  adds in one step.
 */
#define DEFINE_RACE_ADD(T, step)                                                                   \
    static void plain_##T(T *a, size_t n, size_t times)                                            \
    {                                                                                              \
        for (size_t t = 0; t < times; t++) {                                                       \
            for (size_t i = 0; i < n; i++)                                                         \
                a[i] += step;                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void racy_##T(_Atomic T *a, size_t n, size_t times)                                     \
    {                                                                                              \
        for (size_t t = 0; t < times; t++) {                                                       \
            for (size_t i = 0; i < n; i++) {                                                       \
                T seen = atomic_load_explicit(&a[i], memory_order_relaxed);                        \
                atomic_store_explicit(&a[i], seen + step, memory_order_relaxed);                   \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void atomic_##T(_Atomic T *a, size_t n, size_t times)                                   \
    {                                                                                              \
        for (size_t t = 0; t < times; t++) {                                                       \
            for (size_t i = 0; i < n; i++)                                                         \
                add_##T(&a[i], step);                                                              \
        }                                                                                          \
    }

DEFINE_RACE_ADD(float, 0.5f)
DEFINE_RACE_ADD(double, 0.5)
DEFINE_RACE_ADD(uint32_t, 1)
DEFINE_RACE_ADD(uint64_t, 1)

/* Additions a cell: as many as a launch of that grid and block has threads. */
static size_t additions(const struct gs_call *call)
{
    return (size_t)(call->grid != 0 ? call->grid : 1) * call->block;
}

/* Whether the threads save more than waking them costs (a few microseconds). */
static bool worth_a_team(const struct gs_call *call)
{
    return call->n * additions(call) >= 4096;
}

/* The calling thread's part of them. */
static size_t my_additions(const struct gs_call *call)
{
    size_t begin, end;
    my_share(additions(call), 1, &begin, &end);
    return end - begin;
}

int race_add_serial(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, plain, call->arrays[0], call->n, additions(call));
    return 0;
}

int race_add_racy_threads(const struct gs_call *call)
{
#pragma omp parallel if (worth_a_team(call))
    DISPATCH_ALL_TYPES(call, racy, call->arrays[0], call->n, my_additions(call));
    return 0;
}

int race_add_atomic_threads(const struct gs_call *call)
{
#pragma omp parallel if (worth_a_team(call))
    DISPATCH_ALL_TYPES(call, atomic, call->arrays[0], call->n, my_additions(call));
    return 0;
}
