/* Exercise 10.1: what exclusive_sums is given, and what it must do. */
#ifndef EXCLUSIVE_SUMS_H
#define EXCLUSIVE_SUMS_H

#include <stddef.h>

/* sums[i] = x[256 b] + ... + x[i - 1], where b = i / 256, rounded down: in each piece of 256
 * elements, the sum of all elements of the piece before this one, and 0 for the first. The arrays
 * lie on the device, n elements each; n may be 0. No sum overflows. */
extern "C" void exclusive_sums(int *sums, const int *x, size_t n);

#endif
