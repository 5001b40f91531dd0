/* Exercise 6.8: what hottest_of_four is given, and what it must do. */
#ifndef HOTTEST_OF_FOUR_H
#define HOTTEST_OF_FOUR_H

#include <stddef.h>

/* out[i] = the largest of in[i - 3], in[i - 2], in[i - 1] and in[i], or of those of them that there
 * are, for i = 0 ... n-1. The arrays lie on the device, n elements each; n may be 0. Each block
 * loads each element that it needs once. */
extern "C" void hottest_of_four(int *out, const int *in, size_t n);

#endif
