/* says: too-many-atomics: Add up within the block first */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = uniform(seed, 2 * (first + i)), y = uniform(seed, 2 * (first + i) + 1);
        if (x * x + y * y < 1)
            atomicAdd(hits, 1ull); /* here */
    }
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    cudaMemset(hits, 0, sizeof *hits);
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        count<<<grid, 256>>>(hits, seed, first, n);
}
