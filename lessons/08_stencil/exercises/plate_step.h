/* Exercise 8.2: what plate_step is given, and what it must do. */
#ifndef PLATE_STEP_H
#define PLATE_STEP_H

#include <stddef.h>

/*
 * A time step of a plate of rows x columns cells, stored row by row. A cell keeps half of its heat
 * and gives an eighth to each of its four neighbours:
 *
 *     out[row][column] = in[row][column] / 2
 *                      + (in[row - 1][column] + in[row + 1][column]
 *                       + in[row][column - 1] + in[row][column + 1]) / 8
 *
 * Outside of the plate it is 0. Both arrays lie on the device. rows may be 0; columns is at
 * least 1. Each block loads each cell that it needs once.
 */
extern "C" void plate_step(float *out, const float *in, size_t rows, size_t columns);

#endif
