/* Exercise 6.1: what sequential_sum is given, and what it must do. */
#ifndef SEQUENTIAL_SUM_H
#define SEQUENTIAL_SUM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C"
#endif
    /* sums[b] = x[256 b] + x[256 b + 1] + ... + x[256 b + 255], or up to x[n - 1] where that comes
     * first. x has n elements, sums (n + 255) / 256, both on the device; n may be 0. The order of
     * the additions is free. */
    void
    sequential_sum(float *sums, const float *x, size_t n);

#endif
