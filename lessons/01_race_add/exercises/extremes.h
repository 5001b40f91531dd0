/* Exercise 1.4: what extremes is given, and what it must do. */
#ifndef EXTREMES_H
#define EXTREMES_H

#include <stddef.h>

/* lowest[0] = the smallest of x[0] ... x[n - 1], and highest[0] = the largest. lowest and highest
 * have one element each, which holds junk before. All arrays lie on the device; n is at least 1. */
extern "C" void extremes(int *lowest, int *highest, const int *x, size_t n);

#endif
