/* Exercise 6.6: what three_mistakes is given, and what it must do. */
#ifndef THREE_MISTAKES_H
#define THREE_MISTAKES_H

#include <stddef.h>

/* largest[b] = the largest of x[256 b] ... x[256 b + 255], or of those of them that there are, for
 * each b with 256 b < n. The arrays lie on the device, x has n elements; n may be 0. */
extern "C" void three_mistakes(float *largest, const float *x, size_t n);

#endif
