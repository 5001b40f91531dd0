/* Exercise 12.1: what safe_softmax is given, and what it must do. */
#ifndef SAFE_SOFTMAX_H
#define SAFE_SOFTMAX_H

#include <stddef.h>

/* y[columns * r + k] = exp(x[columns * r + k]) / the sum of exp(x[columns * r + j]) over j = 0 ...
 * columns-1, for each row r = 0 ... rows-1 and each k = 0 ... columns-1. Elements of x may be as
 * large as 1000, or as small as -1000. Both arrays lie on the device; rows and columns may be 0. */
extern "C" void safe_softmax(float *y, const float *x, size_t rows, size_t columns);

#endif
