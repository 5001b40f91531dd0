/*
 * Exercise 6.11: all sums on the way (prefix sum).
 *
 * A counter at a door says how many people came in each minute. How many had come by each minute of
 * the day? That is a running sum, or prefix sum. Here each piece of 256 elements begins anew, so a
 * block needs nothing of the others. One thread that adds up 256 elements would be slow. In a tree
 * of steps all threads work: first each cell takes in the cell one before it, then the cell two
 * before, then four, up to 128. Read before you write, and wait between the two.
 *
 *   ./gridstride check 6.11           says what is still wrong
 *   ./gridstride check 6.11 --hint    one hint further each time
 */
#include "running_sums.h"

__global__ void add_up(int *sums, const int *x, size_t n)
{
    __shared__ int part[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    part[t] = i < n ? x[i] : 0;
    /* TODO: the steps, with their barriers */
    if (i < n)
        sums[i] = part[t];
}

void running_sums(int *sums, const int *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, n);
}
