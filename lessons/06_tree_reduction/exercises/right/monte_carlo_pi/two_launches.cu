/* No atomics at all: each block has a cell of its own, and a second launch adds them up. */
#include "monte_carlo_pi.h"

enum { GRID = 64, BLOCK = 256 };

__device__ unsigned long long block_sum(unsigned long long mine)
{
    __shared__ unsigned long long warps[32];
    for (int distance = 16; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, distance);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = mine;
    __syncthreads();
    unsigned long long sum = 0;
    if (threadIdx.x == 0)
        for (unsigned w = 0; w < blockDim.x / 32; w++)
            sum += warps[w];
    return sum;
}

__global__ void count(unsigned long long *ours, uint64_t seed, uint64_t first, size_t n)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += GRID * BLOCK) {
        float x = uniform(seed, 2 * (first + i)), y = uniform(seed, 2 * (first + i) + 1);
        if (1.0f - x * x > y * y)
            mine++;
    }
    mine = block_sum(mine);
    if (threadIdx.x == 0)
        ours[blockIdx.x] = mine;
}

__global__ void add_up(unsigned long long *hits, const unsigned long long *ours)
{
    unsigned long long sum = block_sum(ours[threadIdx.x]);
    if (threadIdx.x == 0)
        *hits = sum;
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    unsigned long long *ours;
    if (cudaMalloc((void **)&ours, GRID * sizeof *ours) != cudaSuccess)
        return;
    count<<<GRID, BLOCK>>>(ours, seed, first, n);
    add_up<<<1, GRID>>>(hits, ours);
    cudaFree(ours);
}
