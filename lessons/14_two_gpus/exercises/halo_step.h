/* Exercise 14.1: what halo_step is given, and what it must do. */
#ifndef HALO_STEP_H
#define HALO_STEP_H

#include <stddef.h>

/* A plate in two halves of `rows` rows each. upper and upper_next lie on device 0, lower and
 * lower_next on device 1; all have rows + 1 rows of `columns` floats. Rows 0 ... rows-1 of upper
 * are its own, and row `rows` is what it knows of the lower half; rows 1 ... rows of lower are its
 * own, and row 0 is what it knows of the upper half.
 *
 * A step takes each half to its next one, in its own rows: to = from / 2 + (above + below) / 4,
 * where outside of all rows there is 0. Then row `rows` of upper_next is to be as row 1 of
 * lower_next, and row 0 of lower_next as row rows-1 of upper_next. Device 0 is chosen when the
 * function is called. It need not wait for its work; rows and columns are 1 at least. */
extern "C" void halo_step(float *upper_next, float *lower_next, const float *upper,
                          const float *lower, size_t rows, size_t columns);

#endif
