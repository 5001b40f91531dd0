/* Exercise 4.2: what gaussian is given, and what it must do. */
#ifndef GAUSSIAN_H
#define GAUSSIAN_H

#include <stddef.h>

/* p[i] = exp(-1/2 ((x[i] - mean) / sigma)^2) / (sigma sqrt(2 pi)) for i = 0 ... n-1. The arrays lie
 * on the device, n elements each; n may be 0. sigma is greater than 0. The kernel divides by
 * nothing but numbers, and takes no root: what is the same for every x is computed on the host. */
extern "C" void gaussian(float *p, const float *x, float mean, float sigma, size_t n);

#endif
