/*
 * Exercise 6.1: let neighbours work on neighbours.
 *
 * Each block adds up 256 elements in shared memory, as a tree, and writes one sum. The sums are
 * right. But in the first level the threads that work use cells that lie 2 apart, in the next 4
 * apart, and so on (interleaved addressing): more and more of a warp's threads want the same bank
 * at a time, and take turns. Make it sequential addressing: in each level the first threads work,
 * and they use neighbouring cells.
 *
 *   ./gridstride check 6.1           says what is still wrong
 *   ./gridstride check 6.1 --hint    one hint further each time
 */
#include "sequential_sum.h"

__global__ void add_up(float *sums, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        unsigned cell = 2 * distance * t;
        if (cell < blockDim.x)
            part[cell] += part[cell + distance];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

void sequential_sum(float *sums, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(sums, x, n);
}
