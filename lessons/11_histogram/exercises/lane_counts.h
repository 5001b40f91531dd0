/* Exercise 11.2: what lane_counts is given, and what it must do. */
#ifndef LANE_COUNTS_H
#define LANE_COUNTS_H

#include <stddef.h>

/* Adds to counts[v] how many of the n elements are v, for each v = 0 ... 63. All elements are in 0
 * ... 63. Both arrays lie on the device; n may be 0. */
extern "C" void lane_counts(int *counts, const int *values, size_t n);

#endif
