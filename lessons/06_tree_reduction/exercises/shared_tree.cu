/*
 * Exercise 6.2: a tree in shared memory.
 *
 * total[0] is to be the sum of all elements of x. The blocks have loaded their elements into shared
 * memory, one a thread, and one thread adds what is in part[0] to the total. Write the tree that
 * brings the sum of all 256 cells into part[0], level by level, with the barriers that it needs.
 * Something else is missing: total[0] holds junk when the function is called.
 *
 *   ./gridstride check 6.2           says what is still wrong
 *   ./gridstride check 6.2 --hint    one hint further each time
 */
#include "shared_tree.h"

__global__ void add_up(float *total, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    if (i < n)
        part[t] = x[i];
    /* TODO: the tree */
    if (t == 0)
        atomicAdd(total, part[0]);
}

void shared_tree(float *total, const float *x, size_t n)
{
    /* TODO: what must total hold before the first block adds to it? */
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(total, x, n);
}
