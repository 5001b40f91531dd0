/* Exercise 3.1: what vecadd is given, and what it must do. */
#ifndef VECADD_H
#define VECADD_H

#include <stddef.h>

/* c[i] = a[i] + b[i] for i = 0 ... n-1. The arrays lie on the device, n elements each; n may be 0.
 */
extern "C" void vecadd(float *c, const float *a, const float *b, size_t n);

#endif
