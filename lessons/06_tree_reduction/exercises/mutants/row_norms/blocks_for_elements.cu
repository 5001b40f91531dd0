/* says: too-few-blocks: The launch has 1 block, and in line 20 each block makes 1 element */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t r = blockIdx.x;
    float sum = 0;
    for (size_t c = t; c < columns; c += 256)
        sum += x[r * columns + c] * x[r * columns + c];
    part[t] = sum;
    __syncthreads();
    for (unsigned half = 128; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        norms[r] = sqrtf(part[0]);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    unsigned grid = (unsigned)((rows + 255) / 256);
    if (grid > 0)
        norm<<<grid, 256>>>(norms, x, rows, columns); /* here */
}
