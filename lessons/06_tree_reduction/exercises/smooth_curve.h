/* Exercise 6.9: what smooth_curve is given, and what it must do. */
#ifndef SMOOTH_CURVE_H
#define SMOOTH_CURVE_H

#include <stddef.h>

/*
 * For i = 0 ... n-1:
 *
 *     out[i] = weights[0] * in[i - 2]
 *            + weights[1] * in[i - 1]
 *            + weights[2] * in[i]
 *            + weights[3] * in[i + 1]
 *            + weights[4] * in[i + 2]
 *
 * Before the first element and behind the last one the curve goes on as it is there: in[0], and
 * in[n - 1]. All arrays lie on the device; in and out have n elements, weights has 5.
 * n may be 0. Each block loads each element that it needs once.
 */
extern "C" void smooth_curve(float *out, const float *in, const float *weights, size_t n);

#endif
