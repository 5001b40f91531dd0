/* A few blocks, each of which takes one row after the other and uses its shared memory again. */
#include "row_norms.h"

enum { BLOCK = 128 };

__device__ float block_sum(float mine)
{
    __shared__ float part[BLOCK];
    part[threadIdx.x] = mine;
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    return threadIdx.x == 0 ? part[0] : 0; /* no other may look at it yet */
}

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    for (size_t r = blockIdx.x; r < rows; r += gridDim.x) {
        float sum = 0;
        for (size_t c = threadIdx.x; c < columns; c += BLOCK)
            sum += x[r * columns + c] * x[r * columns + c];
        sum = block_sum(sum);
        if (threadIdx.x == 0)
            norms[r] = sqrtf(sum);
        __syncthreads();
    }
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    norm<<<1024, BLOCK>>>(norms, x, rows, columns);
}
