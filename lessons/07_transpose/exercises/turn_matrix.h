/* Exercise 7.2: what turn_matrix is given, and what it must do. */
#ifndef TURN_MATRIX_H
#define TURN_MATRIX_H

#include <stddef.h>

/*
 * out[column * rows + row] = in[row * columns + column] for all rows and columns. Both arrays lie
 * on the device, with rows * columns elements; rows may be 0, columns is at least 1. Neighbouring
 * threads load neighbouring elements, and store neighbouring ones.
 */
extern "C" void turn_matrix(float *out, const float *in, size_t rows, size_t columns);

#endif
