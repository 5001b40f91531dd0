/* Exercise 3.2: what hypotenuse is given, and what it must do. */
#ifndef HYPOTENUSE_H
#define HYPOTENUSE_H

#include <stddef.h>

/* c[i] = the square root of a[i]^2 + b[i]^2 for i = 0 ... n-1. The arrays lie on the device, n
 * elements each; n may be 0. */
extern "C" void hypotenuse(float *c, const float *a, const float *b, size_t n);

#endif
