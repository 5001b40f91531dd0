/* Exercise 9.4: what double_buffer is given, and what it must do. */
#ifndef DOUBLE_BUFFER_H
#define DOUBLE_BUFFER_H

#include <stddef.h>

/* c[i * rows + j] = the sum of a[i * inner + k] * b[k * rows + j] over k = 0 ... inner-1. a has
 * `rows` rows of `inner` elements, b has `inner` rows of `rows` elements, and c is square. All lie
 * on the device, row by row; each size may be 0, and a sum of nothing is 0. Each element of a and
 * of b is loaded once for 16 elements of c at least, into two pairs of tiles in turns. */
extern "C" void double_buffer(float *c, const float *a, const float *b, size_t rows, size_t inner);

#endif
