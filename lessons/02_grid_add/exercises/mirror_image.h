/* Exercise 2.8: what mirror_image is given, and what it must do. */
#ifndef MIRROR_IMAGE_H
#define MIRROR_IMAGE_H

#include <stddef.h>

/* out[row * columns + column] = in[row * columns + columns - 1 - column]: each row of a picture is
 * turned round, and the rows stay in their order. Both pictures lie on the device, `rows` rows of
 * `columns` pixels, stored row by row. They may have no rows; columns is at least 1. */
extern "C" void mirror_image(int *out, const int *in, size_t rows, size_t columns);

#endif
