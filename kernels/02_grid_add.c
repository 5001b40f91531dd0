/*
 * Lesson 2 on the CPU: a[i] += 0.5 (1 for integers), a[i] *= 2, and one of two polynomials for each
 * element, each as one plain loop and as the fastest version we know how to write.
 */
#include "02_grid_add.h"
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

/* ---- two_branches --------------------------------------------------------------------------- */

/* Elements that are computed together, and the coefficients beside them: those of even and odd
 * elements in turns, as many as the widest SIMD register holds. */
enum { BRANCH_BLOCK = 64, BRANCH_LANES = 16 };

/*
 * branches_serial_T:  one thread, a plain loop with a branch.
 * branches_block_T:   BRANCH_BLOCK elements at once. Neighbours differ in their coefficients alone,
 *                     so those of even and odd elements lie in turns, and nothing branches.
 */
#define DEFINE_BRANCHES(T)                                                                         \
    static T polynomial_##T(const T *coefficients, T x)                                            \
    {                                                                                              \
        T y = coefficients[0];                                                                     \
        for (int k = 1; k < BRANCH_COEFFICIENTS; k++)                                              \
            y = y * x + coefficients[k];                                                           \
        return y;                                                                                  \
    }                                                                                              \
                                                                                                   \
    static void branches_serial_##T(const struct gs_call *call, size_t begin, size_t end)          \
    {                                                                                              \
        const T *a = call->arrays[0], *even = call->arrays[2], *odd = call->arrays[3];             \
        T *b = call->arrays[1];                                                                    \
        for (size_t i = begin; i < end; i++)                                                       \
            b[i] = i % 2 == 0 ? polynomial_##T(even, a[i]) : polynomial_##T(odd, a[i]);            \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void branches_block_##T(const T *restrict a, T *restrict b,                             \
                                   const T(*restrict both)[BRANCH_LANES])                          \
    {                                                                                              \
        T y[BRANCH_BLOCK];                                                                         \
        for (int i = 0; i < BRANCH_BLOCK; i++)                                                     \
            y[i] = both[0][i % BRANCH_LANES];                                                      \
        for (int k = 1; k < BRANCH_COEFFICIENTS; k++) {                                            \
            for (int part = 0; part < BRANCH_BLOCK; part += BRANCH_LANES) {                        \
                for (int lane = 0; lane < BRANCH_LANES; lane++)                                    \
                    y[part + lane] = y[part + lane] * a[part + lane] + both[k][lane];              \
            }                                                                                      \
        }                                                                                          \
        for (int i = 0; i < BRANCH_BLOCK; i++)                                                     \
            b[i] = y[i];                                                                           \
    }                                                                                              \
                                                                                                   \
    static void branches_share_##T(const struct gs_call *call, size_t begin, size_t end)           \
    {                                                                                              \
        const T *even = call->arrays[2], *odd = call->arrays[3];                                   \
        T both[BRANCH_COEFFICIENTS][BRANCH_LANES];                                                 \
        for (int k = 0; k < BRANCH_COEFFICIENTS; k++) {                                            \
            for (int lane = 0; lane < BRANCH_LANES; lane++)                                        \
                both[k][lane] = lane % 2 == 0 ? even[k] : odd[k];                                  \
        }                                                                                          \
        for (; end - begin >= BRANCH_BLOCK; begin += BRANCH_BLOCK)                                 \
            branches_block_##T((const T *)call->arrays[0] + begin, (T *)call->arrays[1] + begin,   \
                               both);                                                              \
        branches_serial_##T(call, begin, end);                                                     \
    }                                                                                              \
                                                                                                   \
    static void branches_threads_##T(const struct gs_call *call)                                   \
    {                                                                                              \
        share_out(call, branches_share_##T, call->n *BRANCH_COEFFICIENTS * sizeof(T));             \
    }

DEFINE_BRANCHES(float)
DEFINE_BRANCHES(double)

int two_branches_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, branches_serial, call, 0, call->n);
    return 0;
}

int two_branches_threads(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, branches_threads, call);
    return 0;
}
