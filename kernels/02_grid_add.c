/*
 * Lesson 2 on the CPU: a[i] += 0.5 (1 for integers) and a[i] *= 2, each as one plain loop and as
 * the fastest version we know how to write.
 */
#include "call.h"
#include "cpu.h"

#include <omp.h>
#include <stdint.h>

/* Below this, waking the other threads costs more than they save (a few microseconds). */
enum { WORTH_A_TEAM_BYTES = 256 << 10 };

/*
 * Loops that set every a[i] to `changed`:
 * NAME_serial_T:   one thread, a plain loop.
 * NAME_simd_T:     the same loop for every SIMD width.
 * NAME_threads_T:  all threads, SIMD. Stores past the cache save nothing here: the line that they
 *                  write was read just before, so nobody has to fetch it for them.
 */
#define DEFINE_IN_PLACE(name, T, changed)                                                          \
    static void name##_serial_##T(T *a, size_t n)                                                  \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            a[i] = changed;                                                                        \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void name##_simd_##T(T *a, size_t n)                                                    \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            a[i] = changed;                                                                        \
    }                                                                                              \
                                                                                                   \
    static void name##_threads_##T(T *a, size_t n)                                                 \
    {                                                                                              \
        if (n * sizeof(T) <= WORTH_A_TEAM_BYTES) {                                                 \
            name##_simd_##T(a, n);                                                                 \
            return;                                                                                \
        }                                                                                          \
        _Pragma("omp parallel")                                                                    \
        {                                                                                          \
            size_t begin, end;                                                                     \
            gs_cpu_share(n, 1024, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);      \
            name##_simd_##T(a + begin, end - begin);                                               \
        }                                                                                          \
    }

DEFINE_IN_PLACE(add, float, a[i] + 0.5f)
DEFINE_IN_PLACE(add, double, a[i] + 0.5)
DEFINE_IN_PLACE(add, uint32_t, a[i] + 1)
DEFINE_IN_PLACE(add, uint64_t, a[i] + 1)
DEFINE_IN_PLACE(double, float, 2 * a[i])
DEFINE_IN_PLACE(double, double, 2 * a[i])
DEFINE_IN_PLACE(double, uint32_t, 2 * a[i])
DEFINE_IN_PLACE(double, uint64_t, 2 * a[i])

/* Calls `loop`_T with the T of call->dtype; unsigned for integers, so that overflow wraps. */
#define DISPATCH(loop, call)                                                                       \
    do {                                                                                           \
        void *a = (call)->arrays[0];                                                               \
        if ((call)->dtype == GS_F32)                                                               \
            loop##_float(a, (call)->n);                                                            \
        else if ((call)->dtype == GS_F64)                                                          \
            loop##_double(a, (call)->n);                                                           \
        else if ((call)->dtype == GS_I32)                                                          \
            loop##_uint32_t(a, (call)->n);                                                         \
        else                                                                                       \
            loop##_uint64_t(a, (call)->n);                                                         \
        return 0;                                                                                  \
    } while (0)

int grid_add_serial(const struct gs_call *call)
{
    DISPATCH(add_serial, call);
}

int grid_add_threads(const struct gs_call *call)
{
    DISPATCH(add_threads, call);
}

int double_2d_serial(const struct gs_call *call)
{
    DISPATCH(double_serial, call);
}

int double_2d_threads(const struct gs_call *call)
{
    DISPATCH(double_threads, call);
}
