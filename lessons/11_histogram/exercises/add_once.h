/* Exercise 11.3: what add_once is given, and what it must do. */
#ifndef ADD_ONCE_H
#define ADD_ONCE_H

#include <stddef.h>

/* Adds to counts[v] how many of the n elements are v, for each v = 0 ... bins-1. All elements are
 * in 0 ... bins-1, and many of them are the same. Lanes of a warp that have the same value make
 * one atomic operation together. Both arrays lie on the device; n may be 0. */
extern "C" void add_once(int *counts, const int *values, size_t n, size_t bins);

#endif
