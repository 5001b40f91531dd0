/*
 * Exercise 6.7: through shared memory, in place.
 *
 * A block has one piece of 256 elements. In place, no thread may write an element that another one
 * has still to read. So the block first loads its piece into shared memory, one element a thread,
 * and then stores it the other way round. Something has to happen between the two. And how long is
 * the last piece?
 *
 *   ./gridstride check 6.7           says what is still wrong
 *   ./gridstride check 6.7 --hint    one hint further each time
 */
#include "reverse_blocks.h"

__global__ void turn(int *a, size_t n)
{
    __shared__ int part[256];
    const size_t first = (size_t)blockIdx.x * 256;
    /* TODO: load the piece into part, and store it the other way round */
}

void reverse_blocks(int *a, size_t n)
{
    if (n > 0)
        turn<<<(unsigned)((n + 255) / 256), 256>>>(a, n);
}
