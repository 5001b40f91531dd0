/* Exercise 9.1: what all_pairs is given, and what it must do. */
#ifndef ALL_PAIRS_H
#define ALL_PAIRS_H

#include <stddef.h>

/* c[i * rows + j] = the sum of a[i * inner + k] * b[j * inner + k] over k = 0 ... inner-1: each row
 * of a with each row of b. a and b have `rows` rows of `inner` elements, and c is square. All lie
 * on the device, row by row; each size may be 0, and a sum of nothing is 0. Each element of a and
 * of b is loaded once for 16 elements of c at least. */
extern "C" void all_pairs(float *c, const float *a, const float *b, size_t rows, size_t inner);

#endif
