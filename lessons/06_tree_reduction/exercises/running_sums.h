/* Exercise 6.11: what running_sums is given, and what it must do. */
#ifndef RUNNING_SUMS_H
#define RUNNING_SUMS_H

#include <stddef.h>

/* sums[i] = x[256 b] + ... + x[i], where b = i / 256, rounded down: in each piece of 256 elements,
 * the sum of all elements of the piece up to this one. The arrays lie on the device, n elements
 * each; n may be 0. No sum overflows. */
extern "C" void running_sums(int *sums, const int *x, size_t n);

#endif
