/* One atomic addition a warp: its lanes hand their halves down to lane 0. */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    float sum = 0.5f;
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x % 32 != 0)
        return;
    for (size_t i = 0; i < n; i++)
        atomicAdd(&cells[i], sum);
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
