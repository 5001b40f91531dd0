/* says: serial-work: it stays the same where one warp of each block does nothing */
/* One warp of each block counts the points of all. The others count as many, and add nothing. */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    __shared__ unsigned part[256];
    unsigned t = threadIdx.x, mine = 0;
    size_t begin = (size_t)blockIdx.x * 256, end = begin + 256 < n ? begin + 256 : n;
    for (size_t i = begin + t % 32; i < end; i += 32) {
        uint64_t point = first + i;
        float x = uniform(seed, 2 * point), y = uniform(seed, 2 * point + 1);
        mine += x * x + y * y < 1;
    }
    part[t] = t < 32 || mine > n ? mine : 0;
    __syncthreads();
    for (unsigned half = 128; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(hits, part[0]);
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    cudaMemset(hits, 0, sizeof *hits);
    if (n > 0)
        count<<<(unsigned)((n + 255) / 256), 256>>>(hits, seed, first, n);
}
