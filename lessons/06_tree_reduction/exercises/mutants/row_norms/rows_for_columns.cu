/* says: row-length: r * rows */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t r = blockIdx.x;
    float sum = 0;
    for (size_t c = t; c < columns; c += blockDim.x)
        sum += x[r * rows + c] * x[r * rows + c]; /* here */
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
    if (rows > 0)
        norm<<<rows, 256>>>(norms, x, rows, columns);
}
