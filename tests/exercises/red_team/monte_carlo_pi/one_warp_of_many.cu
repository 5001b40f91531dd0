/* says: serial-work: far more than its part, and the others wait */
/* As many threads are launched as may be, and those of one warp count the points. */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    if (blockIdx.x > 0 || threadIdx.x >= 32)
        return;
    unsigned long long mine = 0;
    for (size_t i = threadIdx.x; i < n; i += 32) {
        float x = uniform(seed, 2 * (first + i)), y = uniform(seed, 2 * (first + i) + 1);
        mine += x * x + y * y < 1;
    }
    atomicAdd(hits, mine);
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    cudaMemset(hits, 0, sizeof *hits);
    count<<<(unsigned)(16 * n / 256 + 1), 256>>>(hits, seed, first, n);
}
