/* Exercise 2.5: what add_row is given, and what it must do. */
#ifndef ADD_ROW_H
#define ADD_ROW_H

#include <stddef.h>
#include <stdint.h>

/* out[r * columns + c] = a[r * columns + c] + row[c]: the same row is added to each row of a
 * matrix. out and a are matrices on the device, stored row by row; row has `columns` elements, and
 * lies there too. No sum overflows; the matrix may have no rows. */
extern "C" void add_row(int64_t *out, const int64_t *a, const int64_t *row, size_t rows,
                        size_t columns);

#endif
