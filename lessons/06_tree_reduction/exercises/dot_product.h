/* Exercise 6.10: what dot_product is given, and what it must do. */
#ifndef DOT_PRODUCT_H
#define DOT_PRODUCT_H

#include <stddef.h>

/* total[0] = x[0] * y[0] + ... + x[n - 1] * y[n - 1]. x and y have n elements, total one, which
 * holds junk before; all lie on the device. n may be 0: then total[0] = 0. The order of the
 * additions is free. */
extern "C" void dot_product(float *total, const float *x, const float *y, size_t n);

#endif
