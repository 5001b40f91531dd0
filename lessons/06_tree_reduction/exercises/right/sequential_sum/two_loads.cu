/* Half as many threads, each of which adds two elements before it stores anything. */
#include "sequential_sum.h"

enum { ELEMENTS = 256, THREADS = 128 };

__global__ void add_up(float *sums, const float *x, size_t n)
{
    __shared__ float part[THREADS];
    size_t i = (size_t)blockIdx.x * ELEMENTS + threadIdx.x;
    float mine = i < n ? x[i] : 0;
    if (i + THREADS < n)
        mine += x[i + THREADS];
    part[threadIdx.x] = mine;
    for (unsigned half = THREADS / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x >= half)
            continue;
        part[threadIdx.x] = mine = mine + part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = mine;
}

void sequential_sum(float *sums, const float *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + ELEMENTS - 1) / ELEMENTS), THREADS>>>(sums, x, n);
}
