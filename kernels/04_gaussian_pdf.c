/*
 * Lesson 4 on the CPU: plain loops with the C library's functions, and the fastest versions we know
 * how to write. Those go through the array in blocks that stay in the nearest cache, a few simple
 * loops a block: what the compiler can do for a whole vector at once, it does, and SLEEF the rest.
 */
#include "04_gaussian_pdf.h"
#include "call.h"
#include "cpu.h"
#include "dtype.h"
#include "simd_math.h"

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <tgmath.h>

static const double pi = 3.14159265358979323846;

/* Up to so many bytes of arrays, waking the other threads costs more than they save (a few
 * microseconds). Elements that take longer have more bytes: f64 twice, polar coordinates more. */
enum { ALONE_BYTES = 64 << 10 };

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
    if (call->dtype == GS_F32)
        serial_pdf_float(call->arrays[0], call->arrays[1], call->n, g);
    else
        serial_pdf_double(call->arrays[0], call->arrays[1], call->n, g);
    return 0;
}

int polar_distance_serial(const struct gs_call *call)
{
    if (call->dtype == GS_F32)
        serial_polar_float((float *const *)call->arrays, call->n);
    else
        serial_polar_double((double *const *)call->arrays, call->n);
    return 0;
}

/* ---- threads -------------------------------------------------------------------------------- */

/* Computes elements [begin, begin + count), a block at most, of a workload into `to`. */
typedef void block_fn(const struct gs_call *call, size_t begin, size_t count, void *to);

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

/* Copies a block past the cache; its last bytes, and all of a first block that does not start on a
 * boundary of 16 bytes, as any copy. */
static void stream_block(char *to, const char *from, size_t bytes)
{
    size_t streamed = (uintptr_t)to % 16 == 0 ? bytes / 16 * 16 : 0;
    for (size_t i = 0; i < streamed; i += 16)
        gs_stream_store16(to + i, from + i);
    memcpy(to + streamed, from + streamed, bytes - streamed);
}

/*
 * One thread's elements, block after block; the first is cut so that the others start on whole
 * lines of the output. Large arrays are stored past the cache from a block that stays in it.
 */
static void compute_share(const struct gs_call *call, block_fn *compute, char *out, size_t begin,
                          size_t end, bool past_cache)
{
    _Alignas(64) char block[GS_SIMD_BLOCK * sizeof(double)];
    size_t size = gs_dtype_bytes(call->dtype);
    while (begin < end) {
        char *to = out + begin * size;
        size_t count = GS_SIMD_BLOCK - (uintptr_t)to % 64 / size;
        count = count < end - begin ? count : end - begin;
        compute(call, begin, count, past_cache ? block : to);
        if (past_cache)
            stream_block(to, block, count * size);
        begin += count;
    }
    gs_stream_fence();
}

/* The output is the last of the call's arrays. */
static void compute_all(const struct gs_call *call, block_fn *compute, size_t arrays)
{
    char *out = call->arrays[arrays - 1];
    size_t bytes = arrays * call->n * gs_dtype_bytes(call->dtype);
    bool past_cache = bytes > gs_cpu_cache_bytes();
    if (bytes <= ALONE_BYTES) {
        compute_share(call, compute, out, 0, call->n, past_cache);
        return;
    }
#pragma omp parallel
    {
        size_t begin, end;
        gs_cpu_share(call->n, GS_SIMD_BLOCK, omp_get_thread_num(), omp_get_num_threads(), &begin,
                     &end);
        compute_share(call, compute, out, begin, end, past_cache);
    }
}

int gaussian_pdf_threads(const struct gs_call *call)
{
    compute_all(call, call->dtype == GS_F32 ? pdf_block_float : pdf_block_double, 2);
    return 0;
}

int polar_distance_threads(const struct gs_call *call)
{
    compute_all(call, call->dtype == GS_F32 ? polar_block_float : polar_block_double, 5);
    return 0;
}
