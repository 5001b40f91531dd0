/* Exercise 2.1: what add_half is given, and what it must do. */
#ifndef ADD_HALF_H
#define ADD_HALF_H

#include <stddef.h>

/* a[i] += 0.5 for i = 0 ... n-1. The array lies on the device; n may be 0. */
extern "C" void add_half(float *a, size_t n);

#endif
