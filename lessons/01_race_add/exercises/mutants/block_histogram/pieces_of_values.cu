/* says: uncoalesced: Neighbouring threads */
#include "block_histogram.h"

enum { PIECE = 16 };

__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    __shared__ unsigned mine[1024];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();

    size_t first = PIECE * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    for (size_t i = first; i < n && i < first + PIECE; i++)
        atomicAdd(&mine[values[i]], 1); /* here */
    __syncthreads();

    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        atomicAdd(&counts[bin], mine[bin]);
}

void block_histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    size_t threads = (n + PIECE - 1) / PIECE;
    if (n > 0)
        count<<<(unsigned)((threads + 255) / 256), 256>>>(counts, values, n, bins);
}
