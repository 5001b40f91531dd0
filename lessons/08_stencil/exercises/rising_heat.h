/* Exercise 8.3: what rising_heat is given, and what it must do. */
#ifndef RISING_HEAT_H
#define RISING_HEAT_H

#include <stddef.h>

/*
 * A time step of rows x columns cells of air, stored row by row; row 0 is the highest. A cell keeps
 * half of its heat, gives a quarter to the cell above it and an eighth to the cell below it, and
 * loses the rest:
 *
 *     out[row][column] = in[row][column] / 2 + in[row + 1][column] / 4
 *                                            + in[row - 1][column] / 8
 *
 * Above and below the air it is 0. Both arrays lie on the device. rows may be 0; columns is at
 * least 1. A thread has eight cells of a column or more, and loads no cell twice.
 */
extern "C" void rising_heat(float *out, const float *in, size_t rows, size_t columns);

#endif
