/* says: serial-work: one works, and the others wait for it */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    if (threadIdx.x != 0)
        return;
    size_t begin = (size_t)blockIdx.x * 256, end = begin + 256 < n ? begin + 256 : n;
    unsigned long long mine = 0;
    for (size_t i = begin; i < end; i++) {
        float x = uniform(seed, 2 * (first + i)), y = uniform(seed, 2 * (first + i) + 1);
        if (x * x + y * y < 1)
            mine++;
    }
    atomicAdd(hits, mine);
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    cudaMemset(hits, 0, sizeof *hits);
    if (grid > 0)
        count<<<grid, 256>>>(hits, seed, first, n); /* here */
}
