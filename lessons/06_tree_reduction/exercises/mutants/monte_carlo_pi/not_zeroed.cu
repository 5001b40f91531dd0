/* says: not-zeroed: Set all elements to 0 first */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    __shared__ unsigned part[256];
    unsigned t = threadIdx.x, mine = 0;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + t; i < n; i += threads) {
        uint64_t point = first + i;
        float x = uniform(seed, 2 * point), y = uniform(seed, 2 * point + 1);
        mine += x * x + y * y < 1;
    }
    part[t] = mine;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(hits, part[0]); /* here */
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    size_t grid = (n + 255) / 256;
    if (grid > 4096)
        grid = 4096;
    if (grid > 0)
        count<<<(unsigned)grid, 256>>>(hits, seed, first, n);
}
