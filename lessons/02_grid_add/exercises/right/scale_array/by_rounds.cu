/* All of the grid's threads take a round together; in the last one some have nothing to do. */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    unsigned threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
    size_t rounds = (n + threads - 1) / threads;
    for (size_t round = 0; round < rounds; round++) {
        size_t i = round * threads + me;
        if (i < n)
            a[i] *= factor;
    }
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
