/* The seed comes in two numbers of 32 bits, as a generator like Philox takes its key. */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint32_t low, uint32_t high, uint64_t first,
                      size_t n)
{
    __shared__ unsigned part[128];
    const uint64_t seed = (uint64_t)high << 32 | low;
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned t = threadIdx.x, mine = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + t; i < n; i += threads) {
        uint64_t p = first + i;
        float x = uniform(seed, 2 * p), y = uniform(seed, 2 * p + 1);
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
        atomicAdd(hits, part[0]);
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    cudaMemset(hits, 0, sizeof *hits);
    if (n > 0)
        count<<<64, 128>>>(hits, (uint32_t)seed, (uint32_t)(seed >> 32), first, n);
}
