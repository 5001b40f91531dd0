/* says: no-tree: One thread of the block goes through 256 cells */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    __shared__ unsigned part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = 0;
    if (i < n) {
        float x = uniform(seed, 2 * (first + i)), y = uniform(seed, 2 * (first + i) + 1);
        part[t] = x * x + y * y < 1;
    }
    __syncthreads();
    if (t == 0) {
        unsigned long long sum = 0;
        for (unsigned k = 0; k < 256; k++)
            sum += part[k]; /* here */
        atomicAdd(hits, sum);
    }
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    cudaMemset(hits, 0, sizeof *hits);
    if (grid > 0)
        count<<<grid, 256>>>(hits, seed, first, n);
}
