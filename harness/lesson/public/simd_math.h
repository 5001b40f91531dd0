/*
 * exp, tanh and sin of whole arrays on one CPU thread, with the widest SIMD that this machine
 * has, by SLEEF. For CPU baselines, which call them on blocks that stay in the nearest cache.
 *
 * Every result is within 1.0 unit in the last place (tanh: 3.5), wherever in the array it stands;
 * NaN and infinities come out as libm has them. Any n and any alignment; `out` may be x itself.
 */
#ifndef GS_SIMD_MATH_H
#define GS_SIMD_MATH_H

#include <stddef.h>

/* Elements in a block that, with a second one, leaves room in a first-level cache. */
enum { GS_SIMD_BLOCK = 1024 };

void gs_simd_exp_f32(const float *x, float *out, size_t n);
void gs_simd_exp_f64(const double *x, double *out, size_t n);
void gs_simd_tanh_f32(const float *x, float *out, size_t n);
void gs_simd_tanh_f64(const double *x, double *out, size_t n);
void gs_simd_sin_f32(const float *x, float *out, size_t n);
void gs_simd_sin_f64(const double *x, double *out, size_t n);

#endif
