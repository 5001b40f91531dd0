/* Exercise 2.7: what price_table is given, and what it must do. */
#ifndef PRICE_TABLE_H
#define PRICE_TABLE_H

#include <stddef.h>

/* out[row * columns + column] = amounts[row] * prices[column], for each row and each column: a
 * table with `rows` rows, stored row by row. amounts has `rows` elements and prices has `columns`;
 * all lie on the device. The table may have no rows; it has at least one column. */
extern "C" void price_table(float *out, const float *amounts, const float *prices, size_t rows,
                            size_t columns);

#endif
