/* says: wrong-step: a thread goes on by 13, the number of rows */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    const float *row = x + blockIdx.x * columns;
    float sum = 0;
    for (size_t c = t; c < columns; c += rows)
        sum += row[c] * row[c];
    part[t] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        norms[blockIdx.x] = sqrtf(part[0]);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        norm<<<(unsigned)rows, 256>>>(norms, x, rows, columns);
}
