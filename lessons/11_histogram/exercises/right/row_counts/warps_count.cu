/* A histogram for each warp; they are added when they are stored. */
#include "row_counts.h"

__global__ void count(int *counts, const int *shades, size_t columns)
{
    __shared__ int mine[8][16];
    const unsigned t = threadIdx.x;
    if (t < 128)
        mine[t / 16][t % 16] = 0;
    __syncthreads();
    for (size_t k = t; k < columns; k += 256)
        atomicAdd(&mine[t / 32][shades[blockIdx.x * columns + k]], 1);
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        for (unsigned warp = 0; warp < 8; warp++)
            sum += mine[warp][t];
        counts[16 * blockIdx.x + t] = sum;
    }
}

void row_counts(int *counts, const int *shades, size_t rows, size_t columns)
{
    if (rows > 0)
        count<<<(unsigned)rows, 256>>>(counts, shades, columns);
}
