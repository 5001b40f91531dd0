/* Exercise 12.3: what log_sums is given, and what it must do. */
#ifndef LOG_SUMS_H
#define LOG_SUMS_H

#include <stddef.h>

/* out[r] = the logarithm of the sum of exp(x[columns * r + k]) over k = 0 ... columns-1, for each
 * row r = 0 ... rows-1. Elements of x may be as large as 1000. Both arrays lie on the device; rows
 * may be 0, and columns are at least 1. */
extern "C" void log_sums(float *out, const float *x, size_t rows, size_t columns);

#endif
