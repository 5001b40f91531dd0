/* Exercise 13.4: what updated_rows is given, and what it must do. */
#ifndef UPDATED_ROWS_H
#define UPDATED_ROWS_H

#include <stddef.h>

/* out[i] = (2 * x[i]) * (2 * x[i]) for i = 0 ... n * rows - 1, row by row: a graph of two kernels,
 * which is instantiated once, is updated and launched for each row of n elements. The second kernel
 * comes after the first. When the function returns, out is complete. Both arrays lie on the device,
 * rows is at least 1; n may be 0. */
extern "C" void updated_rows(float *out, const float *x, size_t n, size_t rows);

#endif
