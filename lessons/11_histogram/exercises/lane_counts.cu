/*
 * Exercise 11.2: counts without bank conflicts.
 *
 * Many of the elements are small, so the lanes of a warp meet at the same counts, and at counts in
 * the same bank. Give each lane counts of its own: the counts of value v are the 32 words from
 * mine[32 * v] on, one for each lane. In which bank are the counts of a lane? Whoever adds up
 * the 32 words in the end reads them from shared memory, too, and is not to wait there either.
 *
 *   ./gridstride check 11.2          says what is still wrong
 *   ./gridstride check 11.2 --hint   one hint further each time
 */
#include "lane_counts.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    __shared__ int mine[64];
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 64)
        mine[threadIdx.x] = 0;
    __syncthreads();
    if (i < n) /* TODO: a loop, so that a few blocks are enough; and counts for each lane */
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

void lane_counts(int *counts, const int *values, size_t n)
{
    const unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n);
}
