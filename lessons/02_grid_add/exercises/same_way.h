/* Exercise 2.6: what same_way is given, and what it must do. */
#ifndef SAME_WAY_H
#define SAME_WAY_H

#include <stddef.h>

enum { COEFFICIENTS = 32 }; /* of each polynomial */

/*
 * b[i] = a polynomial of a[i], for i = 0 ... n-1: with the coefficients `even` where i is even, and
 * `odd` where it is odd. The coefficient of the highest power comes first. All arrays lie on the
 * device; n may be 0. The threads of a warp go the same way. Where those for even indices end and
 * those for odd ones begin, one warp of the grid may have both.
 */
extern "C" void same_way(float *b, const float *a, const float *even, const float *odd, size_t n);

#endif
