/* Exercise 2.2: what double_matrix is given, and what it must do. */
#ifndef DOUBLE_MATRIX_H
#define DOUBLE_MATRIX_H

#include <stddef.h>

/* Doubles each element of a matrix on the device, which is stored row by row: element (row, column)
 * is a[row * columns + column]. It may have no rows. */
extern "C" void double_matrix(float *a, size_t rows, size_t columns);

#endif
