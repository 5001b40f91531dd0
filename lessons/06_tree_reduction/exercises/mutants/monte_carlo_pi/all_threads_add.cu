/* says: added-by-all: is 256 times the sum */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    __shared__ unsigned part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    unsigned hit = 0;
    if (i < n) {
        uint64_t p = first + i;
        float x = uniform(seed, 2 * p), y = uniform(seed, 2 * p + 1);
        hit = x * x + y * y < 1;
    }
    part[t] = hit;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    atomicAdd(hits, part[0]);
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    cudaMemset(hits, 0, sizeof *hits);
    if (grid > 0)
        count<<<grid, 256>>>(hits, seed, first, n);
}
