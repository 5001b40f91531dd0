/* says: race: nothing of blockIdx.x is in the index `0` */
/* Cells past the end hold what is never the largest, and each level waits for the one before. */
#include "three_mistakes.h"

#include <math.h>

__global__ void find_largest(float *largest, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : -INFINITY;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] = fmaxf(part[t], part[t + half]);
        __syncthreads();
    }
    if (t == 0)
        largest[0] = part[0]; /* here */
}

void three_mistakes(float *largest, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        find_largest<<<grid, 256>>>(largest, x, n);
}
