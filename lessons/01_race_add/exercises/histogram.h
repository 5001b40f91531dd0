/* Exercise 1.2: what histogram is given, and what it must do. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stddef.h>

/* Adds 1 to counts[values[i]] for i = 0 ... n-1. `counts` holds the counts of earlier data, one for
 * each of `bins` values; each value is in 0 ... bins-1. Both arrays lie on the device; n may be 0.
 */
extern "C" void histogram(unsigned *counts, const int *values, size_t n, int bins);

#endif
