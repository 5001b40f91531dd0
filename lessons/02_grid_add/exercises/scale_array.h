/* Exercise 2.3: what scale_array is given, and what it must do. */
#ifndef SCALE_ARRAY_H
#define SCALE_ARRAY_H

#include <stddef.h>

/* a[i] *= factor for i = 0 ... n-1, by one launch of 8 blocks of 128 threads, whatever n is. The
 * array lies on the device; n may be 0. */
extern "C" void scale_array(float *a, float factor, size_t n);

#endif
