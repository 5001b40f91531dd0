/* Exercise 3.5: what resident_blocks is given, and what it must do. */
#ifndef RESIDENT_BLOCKS_H
#define RESIDENT_BLOCKS_H

#include <stddef.h>

/*
 * For i = 0 ... n-1: blocks[i] = how many blocks of threads[i] threads one multiprocessor of the
 * current device holds at once, of a kernel with `shared` bytes of dynamic shared memory a block;
 * warps[i] = how many warps those blocks have together. All arrays lie on the host, n elements
 * each; n may be 0. Devices have different limits. threads[i] is 1 to 1024, and `shared` at most
 * what a block of this device can have.
 */
extern "C" void resident_blocks(int *blocks, int *warps, const int *threads, size_t shared,
                                size_t n);

#endif
