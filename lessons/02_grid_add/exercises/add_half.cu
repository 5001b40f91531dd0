/*
 * Exercise 2.1: one element, one thread.
 *
 * Add 0.5 to each element of an array. In lesson 1 all threads went over all elements; now each
 * element belongs to one thread. The launch is done: blocks of 256 threads, and enough of them.
 * Write down which element is whose: thread 0 of block 0 has a[0], thread 255 of block 0 has
 * a[255], thread 0 of block 1 has a[256]. Each thread knows its threadIdx.x, blockIdx.x, blockDim.x
 * and gridDim.x.
 *
 *   ./gridstride check 2.1           says what is still wrong
 *   ./gridstride check 2.1 --hint    one hint further each time
 */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = 0; /* TODO: this thread's element */
    a[i] += 0.5f;
}

void add_half(float *a, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(a, n);
}
