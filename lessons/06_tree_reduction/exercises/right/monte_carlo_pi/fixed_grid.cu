/* As many blocks as fill a large GPU, whatever n is, and one atomic for each of them. */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    __shared__ unsigned part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    unsigned hit = 0;
    for (; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint64_t p = first + i;
        float x = uniform(seed, 2 * p), y = uniform(seed, 2 * p + 1);
        hit += x * x + y * y < 1;
    }
    part[t] = hit;
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
    unsigned grid = n > 0 ? 1024 : 0;
    cudaMemset(hits, 0, sizeof *hits);
    if (grid > 0)
        count<<<grid, 256>>>(hits, seed, first, n);
}
