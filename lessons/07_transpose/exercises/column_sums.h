/* Exercise 7.3: what column_sums is given, and what it must do. */
#ifndef COLUMN_SUMS_H
#define COLUMN_SUMS_H

#include <stddef.h>

/*
 * sums[c] = the sum of column c of a matrix. a has rows * columns elements on the device, row by
 * row: element (r, c) is a[r * columns + c]; sums has columns elements there. rows may be 0, and
 * then all sums are 0; columns is at least 1.
 */
extern "C" void column_sums(int *sums, const int *a, size_t rows, size_t columns);

#endif
