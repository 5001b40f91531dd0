/* Exercise 11.1: what row_counts is given, and what it must do. */
#ifndef ROW_COUNTS_H
#define ROW_COUNTS_H

#include <stddef.h>

/* counts[16 r + v] = how many of the elements shades[columns * r], ..., shades[columns * r +
 * columns - 1] are v, for each row r = 0 ... rows-1 and each v = 0 ... 15. All shades are in 0 ...
 * 15. What counts holds before the call is junk. Both arrays lie on the device; rows and columns
 * may be 0. */
extern "C" void row_counts(int *counts, const int *shades, size_t rows, size_t columns);

#endif
