/* Exercise 6.7: what reverse_blocks is given, and what it must do. */
#ifndef REVERSE_BLOCKS_H
#define REVERSE_BLOCKS_H

#include <stddef.h>

/* Turns each piece of 256 elements round, in place: a[256 b] changes places with a[256 b + 255],
 * and so on. The last piece may be shorter, and is turned round as well. a has n elements on the
 * device; n may be 0. */
extern "C" void reverse_blocks(int *a, size_t n);

#endif
