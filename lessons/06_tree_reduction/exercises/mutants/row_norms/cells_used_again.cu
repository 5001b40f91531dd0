/* says: missing-barrier: in the next turn of the loop */
#include "row_norms.h"

enum { BLOCK = 128 };

__device__ float block_sum(float mine)
{
    __shared__ float part[BLOCK];
    part[threadIdx.x] = mine;
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half]; /* here */
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
    }
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    norm<<<20, BLOCK>>>(norms, x, rows, columns);
}
