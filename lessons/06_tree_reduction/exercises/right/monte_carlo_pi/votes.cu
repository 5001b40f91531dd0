/* The block votes: __syncthreads_count() is a barrier that tells how many threads said yes. */
#include "monte_carlo_pi.h"

__global__ void clear(unsigned long long *hits)
{
    *hits = 0;
}

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t begin, uint64_t end)
{
    uint64_t p = begin + (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool hit = false;
    if (p < end) {
        float x = uniform(seed, 2 * p), y = uniform(seed, 2 * p + 1);
        hit = sqrtf(x * x + y * y) < 1.0f;
    }
    int ours = __syncthreads_count(hit);
    if (threadIdx.x == 0)
        atomicAdd(hits, (unsigned long long)ours);
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    clear<<<1, 1>>>(hits);
    if (n > 0)
        count<<<(unsigned)((n + 255) / 256), 256>>>(hits, seed, first, first + n);
}
