/* says: missing-barrier: and nothing says which comes first */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    __shared__ unsigned ours;
    if (threadIdx.x == 0)
        ours = 0;
    __syncthreads();
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uint64_t index = 2 * (first + i);
        float x = uniform(seed, index), y = uniform(seed, index + 1);
        if (x * x + y * y <= 1)
            atomicAdd(&ours, 1u);
    }
    if (threadIdx.x == 0)
        atomicAdd(hits, (unsigned long long)ours); /* here */
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    cudaMemset(hits, 0, sizeof *hits);
    if (n > 0)
        count<<<(unsigned)((n + 127) / 128), 128>>>(hits, seed, first, n);
}
