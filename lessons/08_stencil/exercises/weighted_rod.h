/* Exercise 8.1: what weighted_rod is given, and what it must do. */
#ifndef WEIGHTED_ROD_H
#define WEIGHTED_ROD_H

#include <stddef.h>

/*
 * For i = 0 ... n-1: out[i] = sum of weights[k] * in[i + k - 3] for k = 0 ... 6. Before in[0] and
 * behind in[n - 1] it is 0. in and out lie on the device, n elements each; n may be 0. The seven
 * weights lie on the host. No thread loads a weight from global memory.
 */
extern "C" void weighted_rod(float *out, const float *in, const float *weights, size_t n);

#endif
