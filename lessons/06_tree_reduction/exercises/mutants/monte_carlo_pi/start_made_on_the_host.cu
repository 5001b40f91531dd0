/* says: host-work: the host made numbers of `seed` */
/* The begin of the sequence is the same for all threads, so the host adds it to the seed. Its
 * number could as well be the answer in a code. */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t start, uint64_t first,
                      size_t n)
{
    __shared__ unsigned part[256];
    unsigned t = threadIdx.x, mine = 0;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + t; i < n; i += threads) {
        float x = uniform(start, 2 * i), y = uniform(seed, 2 * (first + i) + 1);
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
    size_t grid = (n + 255) / 256;
    if (grid > 0)
        count<<<(unsigned)(grid > 4096 ? 4096 : grid), 256>>>(
            hits, seed, seed + 0x9e3779b97f4a7c15u * 2 * first, first, n);
}
