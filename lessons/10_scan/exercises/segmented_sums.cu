/*
 * Exercise 10.3: sums that begin anew (a segmented scan).
 *
 * The readings of many counters stand in one array, one counter behind the other. Each counter is
 * to have its own running sums. The steps below add up each piece of 256 elements as if it were one
 * segment. Let a sum stop where a segment begins. An element takes nothing in any more once its own
 * sum goes back to a start; and when it takes in another one, it must know whether that one's sum
 * goes back to a start. So each element carries two things through the steps: its sum, and whether
 * a start is in it.
 *
 *   ./gridstride check 10.3          says what is still wrong
 *   ./gridstride check 10.3 --hint   one hint further each time
 */
#include "segmented_sums.h"

__global__ void add_up(int *sums, const int *x, const int *starts, size_t n)
{
    __shared__ int part[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        /* TODO: take nothing in across the start of a segment */
        const int before = t >= step ? part[t - step] : 0;
        __syncthreads();
        part[t] += before;
        __syncthreads();
    }
    if (i < n)
        sums[i] = part[t];
}

void segmented_sums(int *sums, const int *x, const int *starts, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, starts, n);
}
