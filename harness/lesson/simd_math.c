/*
 * SLEEF has a function for each width of vectors and picks the instructions for it by itself; what
 * is left to do here is to pick the width, and to walk over the array. Its header declares only
 * the widths that the whole program is compiled for, so they are declared here.
 */
#include "simd_math.h"

#include <string.h>

/*
 * Defines `map`, which applies `function`, SLEEF's on vectors of `lanes` T, to an array. What is
 * left behind the last whole vector goes through the same function, padded with zeros.
 */
#define DEFINE_MAP(isa, map, function, T, lanes)                                                   \
    typedef T map##_vector __attribute__((vector_size(lanes * sizeof(T))));                        \
    isa map##_vector function(map##_vector);                                                       \
                                                                                                   \
    isa static void map(const T *x, T *out, size_t n)                                              \
    {                                                                                              \
        map##_vector v = {0};                                                                      \
        size_t i = 0;                                                                              \
        for (; i + lanes <= n; i += lanes) {                                                       \
            memcpy(&v, x + i, sizeof v);                                                           \
            v = function(v);                                                                       \
            memcpy(out + i, &v, sizeof v);                                                         \
        }                                                                                          \
        if (i < n) {                                                                               \
            v = (map##_vector){0};                                                                 \
            memcpy(&v, x + i, (n - i) * sizeof(T));                                                \
            v = function(v);                                                                       \
            memcpy(out + i, &v, (n - i) * sizeof(T));                                              \
        }                                                                                          \
    }

/* Everything at one width. */
struct simd_math {
    void (*exp_f32)(const float *, float *, size_t);
    void (*exp_f64)(const double *, double *, size_t);
    void (*tanh_f32)(const float *, float *, size_t);
    void (*tanh_f64)(const double *, double *, size_t);
    void (*sin_f32)(const float *, float *, size_t);
    void (*sin_f64)(const double *, double *, size_t);
};

/*
 * SLEEF puts the type and the number of lanes behind a function's name, then its error in tenths
 * of a unit in the last place. Its tanh within 1.0 takes three times as long as the one within 3.5.
 */
#define DEFINE_WIDTH(isa, bits, f32_lanes, f64_lanes)                                              \
    DEFINE_MAP(isa, exp_f32_##bits, Sleef_expf##f32_lanes##_u10, float, f32_lanes)                 \
    DEFINE_MAP(isa, exp_f64_##bits, Sleef_expd##f64_lanes##_u10, double, f64_lanes)                \
    DEFINE_MAP(isa, tanh_f32_##bits, Sleef_tanhf##f32_lanes##_u35, float, f32_lanes)               \
    DEFINE_MAP(isa, tanh_f64_##bits, Sleef_tanhd##f64_lanes##_u35, double, f64_lanes)              \
    DEFINE_MAP(isa, sin_f32_##bits, Sleef_sinf##f32_lanes##_u10, float, f32_lanes)                 \
    DEFINE_MAP(isa, sin_f64_##bits, Sleef_sind##f64_lanes##_u10, double, f64_lanes)                \
                                                                                                   \
    static const struct simd_math math_##bits = {                                                  \
        .exp_f32 = exp_f32_##bits,                                                                 \
        .exp_f64 = exp_f64_##bits,                                                                 \
        .tanh_f32 = tanh_f32_##bits,                                                               \
        .tanh_f64 = tanh_f64_##bits,                                                               \
        .sin_f32 = sin_f32_##bits,                                                                 \
        .sin_f64 = sin_f64_##bits,                                                                 \
    };

/* 128 bits: SSE2 on x86-64, NEON on aarch64; neither machine lacks it. */
DEFINE_WIDTH(, 128, 4, 2)

#if defined(__x86_64__)
DEFINE_WIDTH(__attribute__((target("avx2,fma"))), 256, 8, 4)
DEFINE_WIDTH(__attribute__((target("avx512f"))), 512, 16, 8)

static const struct simd_math *widest(void)
{
    if (__builtin_cpu_supports("avx512f"))
        return &math_512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &math_256;
    return &math_128;
}
#else
static const struct simd_math *widest(void)
{
    return &math_128;
}
#endif

void gs_simd_exp_f32(const float *x, float *out, size_t n)
{
    widest()->exp_f32(x, out, n);
}

void gs_simd_exp_f64(const double *x, double *out, size_t n)
{
    widest()->exp_f64(x, out, n);
}

void gs_simd_tanh_f32(const float *x, float *out, size_t n)
{
    widest()->tanh_f32(x, out, n);
}

void gs_simd_tanh_f64(const double *x, double *out, size_t n)
{
    widest()->tanh_f64(x, out, n);
}

void gs_simd_sin_f32(const float *x, float *out, size_t n)
{
    widest()->sin_f32(x, out, n);
}

void gs_simd_sin_f64(const double *x, double *out, size_t n)
{
    widest()->sin_f64(x, out, n);
}
