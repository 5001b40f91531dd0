/* Exercise 10.3: what segmented_sums is given, and what it must do. */
#ifndef SEGMENTED_SUMS_H
#define SEGMENTED_SUMS_H

#include <stddef.h>

/* sums[i] = x[s] + ... + x[i], where s is the last element up to i at which a segment begins. One
 * begins where starts[i] is not 0, and with each piece of 256 elements. The arrays lie on the
 * device, n elements each; n may be 0. No sum overflows. */
extern "C" void segmented_sums(int *sums, const int *x, const int *starts, size_t n);

#endif
