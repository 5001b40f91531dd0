/* Exercise 9.2: what four_rows is given, and what it must do. */
#ifndef FOUR_ROWS_H
#define FOUR_ROWS_H

#include <stddef.h>

/* c[i * rows + j] = the sum of a[i * inner + k] * b[k * rows + j] over k = 0 ... inner-1. a has
 * `rows` rows of `inner` elements, b has `inner` rows of `rows` elements, and c is square. All lie
 * on the device, row by row; each size may be 0, and a sum of nothing is 0. A thread computes four
 * elements of c, one below the other, and loads each element of b that they need once. */
extern "C" void four_rows(float *c, const float *a, const float *b, size_t rows, size_t inner);

#endif
