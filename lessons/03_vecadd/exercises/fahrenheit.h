/* Exercise 3.7: what fahrenheit is given, and what it must do. */
#ifndef FAHRENHEIT_H
#define FAHRENHEIT_H

#include <stddef.h>

/* out[i] = 1.8 * celsius[i] + 32, for i = 0 ... n-1. The arrays lie on the device, n elements each;
 * n may be 0. All launches together have at most 8192 threads, whatever n is. */
extern "C" void fahrenheit(float *out, const float *celsius, size_t n);

#endif
