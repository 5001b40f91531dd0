/* Exercise 1.1: what add_from_all is given, and what it must do. */
#ifndef ADD_FROM_ALL_H
#define ADD_FROM_ALL_H

#include <stddef.h>

/* Adds 0.5 to each of n cells for each thread of a grid of `blocks` blocks of 128 threads, so that
 * each cell grows by 0.5 * 128 * blocks. The cells lie on the device; n may be 0. */
extern "C" void add_from_all(float *cells, size_t n, unsigned blocks);

#endif
