/* says: same-coordinates: A point takes two numbers */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    __shared__ unsigned part[256];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned t = threadIdx.x;
    unsigned hit = 0;
    if (i < n) {
        uint64_t p = first + i;
        float x = uniform(seed, 2 * p);
        float y = x;
        if (x * x + y * y < 1)
            hit = 1;
    }
    part[t] = hit;
    __syncthreads();
    for (unsigned s = 128; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(hits, (unsigned long long)part[0]);
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    cudaMemset(hits, 0, sizeof *hits);
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        count<<<grid, 256>>>(hits, seed, first, n);
}
