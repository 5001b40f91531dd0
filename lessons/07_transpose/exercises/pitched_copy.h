/* Exercise 7.1: what pitched_copy is given, and what it must do. */
#ifndef PITCHED_COPY_H
#define PITCHED_COPY_H

#include <stddef.h>

/*
 * Copies a matrix on the device, row by row: element (row, column) is in[row * columns + column],
 * and becomes out[row * pitch + column]. A row of out has `pitch` places, which is more than
 * columns; what lies in the others stays as it is. rows may be 0; columns is at least 1.
 */
extern "C" void pitched_copy(float *out, size_t pitch, const float *in, size_t rows,
                             size_t columns);

#endif
