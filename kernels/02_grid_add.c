/*
 * Lesson 2 on the CPU: a[i] += 0.5 (1 for integers) and a[i] *= 2, each as one plain loop and as
 * the fastest version we know how to write.
 */
#include "common.h"

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
    static void name##_share_##T(const struct gs_call *call, size_t begin, size_t end)             \
    {                                                                                              \
        name##_simd_##T((T *)call->arrays[0] + begin, end - begin);                                \
    }                                                                                              \
                                                                                                   \
    static void name##_threads_##T(const struct gs_call *call)                                     \
    {                                                                                              \
        share_out(call, name##_share_##T, call->n * sizeof(T));                                    \
    }

DEFINE_IN_PLACE(add, float, a[i] + 0.5f)
DEFINE_IN_PLACE(add, double, a[i] + 0.5)
DEFINE_IN_PLACE(add, uint32_t, a[i] + 1)
DEFINE_IN_PLACE(add, uint64_t, a[i] + 1)
DEFINE_IN_PLACE(double, float, 2 * a[i])
DEFINE_IN_PLACE(double, double, 2 * a[i])
DEFINE_IN_PLACE(double, uint32_t, 2 * a[i])
DEFINE_IN_PLACE(double, uint64_t, 2 * a[i])

int grid_add_serial(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, add_serial, call->arrays[0], call->n);
    return 0;
}

int grid_add_threads(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, add_threads, call);
    return 0;
}

int double_2d_serial(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, double_serial, call->arrays[0], call->n);
    return 0;
}

int double_2d_threads(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, double_threads, call);
    return 0;
}
