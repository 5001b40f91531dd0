/* Exercise 10.2: what keep_positive is given, and what it must do. */
#ifndef KEEP_POSITIVE_H
#define KEEP_POSITIVE_H

#include <stddef.h>

/* Each piece of 256 elements of in by itself: the elements above 0 go to the beginning of the same
 * piece of out, in their order, without a gap; what stands behind them in out stays as it is.
 * counts[b] = how many they are, of the piece that begins with in[256 b]. The arrays lie on the
 * device: out and in have n elements, counts has one for each piece, the last one included. n may
 * be 0. */
extern "C" void keep_positive(int *out, int *counts, const int *in, size_t n);

#endif
