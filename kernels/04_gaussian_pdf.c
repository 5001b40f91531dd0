/*
 * Lesson 4 on the CPU: plain loops with the C library's functions, and the fastest versions we know
 * how to write. Those go through the array in blocks that stay in the nearest cache, a few simple
 * loops a block: what the compiler can do for a whole vector at once, it does, and SLEEF the rest.
 */
#include "04_gaussian_pdf.h"
#include "common.h"

#include <tgmath.h>

static const double pi = 3.14159265358979323846;

/* One thread is faster than all where the arrays are no larger. Elements that take longer have more
 * bytes: f64 twice, polar coordinates more. */
enum { ALONE_FUNCTION = 64 << 10 };

/* ---- serial --------------------------------------------------------------------------------- */

#define DEFINE_SERIAL(T)                                                                           \
    static void serial_pdf_##T(const T *x, T *p, size_t n, struct gaussian g)                      \
    {                                                                                              \
        const T mean = (T)g.mean, sigma = (T)g.sigma;                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            T z = (x[i] - mean) / sigma;                                                           \
            p[i] = exp((T)-0.5 * z * z) / (sigma * sqrt((T)(2 * pi)));                             \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void serial_polar_##T(T *const *a, size_t n)                                            \
    {                                                                                              \
        const T *rho1 = a[0], *theta1 = a[1], *rho2 = a[2], *theta2 = a[3];                        \
        for (size_t i = 0; i < n; i++) {                                                           \
            T dx = rho1[i] * cos(theta1[i]) - rho2[i] * cos(theta2[i]);                            \
            T dy = rho1[i] * sin(theta1[i]) - rho2[i] * sin(theta2[i]);                            \
            a[4][i] = sqrt(dx * dx + dy * dy);                                                     \
        }                                                                                          \
    }

DEFINE_SERIAL(float)
DEFINE_SERIAL(double)

int gaussian_pdf_serial(const struct gs_call *call)
{
    struct gaussian g = gaussian_of(call->scalars);
    DISPATCH_FLOATING_TYPES(call, serial_pdf, call->arrays[0], call->arrays[1], call->n, g);
    return 0;
}

int polar_distance_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, serial_polar, (void *)call->arrays, call->n);
    return 0;
}

/* ---- threads -------------------------------------------------------------------------------- */

/*
 * pdf_block:   the constants out of the loop, as in the kernels from `hoisted` on.
 * polar_block: one sine of half the angle between the points, as in the kernel `half_angle`.
 */
#define DEFINE_BLOCKS(T, type)                                                                     \
    GS_SIMD_CLONES                                                                                 \
    static void pdf_block_##T(const struct gs_call *call, size_t begin, size_t count, void *to)    \
    {                                                                                              \
        const struct gaussian g = gaussian_of(call->scalars);                                      \
        const T mean = (T)g.mean, inverse = (T)g.inverse, peak = (T)g.peak;                        \
        const T *x = (const T *)call->arrays[0] + begin;                                           \
        T *restrict p = to;                                                                        \
        for (size_t i = 0; i < count; i++) {                                                       \
            T z = (x[i] - mean) * inverse;                                                         \
            p[i] = (T)-0.5 * z * z;                                                                \
        }                                                                                          \
        gs_simd_exp_##type(p, p, count);                                                           \
        for (size_t i = 0; i < count; i++)                                                         \
            p[i] *= peak;                                                                          \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void polar_block_##T(const struct gs_call *call, size_t begin, size_t count, void *to)  \
    {                                                                                              \
        const T *rho1 = (const T *)call->arrays[0] + begin;                                        \
        const T *theta1 = (const T *)call->arrays[1] + begin;                                      \
        const T *rho2 = (const T *)call->arrays[2] + begin;                                        \
        const T *theta2 = (const T *)call->arrays[3] + begin;                                      \
        T *restrict d = to;                                                                        \
        for (size_t i = 0; i < count; i++)                                                         \
            d[i] = (theta1[i] - theta2[i]) / 2;                                                    \
        gs_simd_sin_##type(d, d, count);                                                           \
        for (size_t i = 0; i < count; i++) {                                                       \
            T along = rho1[i] - rho2[i];                                                           \
            d[i] = sqrt(along * along + 4 * rho1[i] * rho2[i] * d[i] * d[i]);                      \
        }                                                                                          \
    }

DEFINE_BLOCKS(float, f32)
DEFINE_BLOCKS(double, f64)

int gaussian_pdf_threads(const struct gs_call *call)
{
    static const struct in_blocks pdf[] = {
        [GS_F32] = {2, ALONE_FUNCTION, pdf_block_float, NULL},
        [GS_F64] = {2, ALONE_FUNCTION, pdf_block_double, NULL},
    };
    compute_in_blocks(call, &pdf[call->dtype]);
    return 0;
}

int polar_distance_threads(const struct gs_call *call)
{
    static const struct in_blocks polar[] = {
        [GS_F32] = {5, ALONE_FUNCTION, polar_block_float, NULL},
        [GS_F64] = {5, ALONE_FUNCTION, polar_block_double, NULL},
    };
    compute_in_blocks(call, &polar[call->dtype]);
    return 0;
}
