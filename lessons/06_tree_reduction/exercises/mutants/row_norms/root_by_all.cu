/* says: work-by-all: All threads come to line 19 and take the root */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t columns)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    const float *row = x + blockIdx.x * columns;
    float sum = 0;
    for (size_t c = t; c < columns; c += blockDim.x)
        sum += row[c] * row[c];
    part[t] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    float root = sqrtf(part[0]); /* here */
    if (t == 0)
        norms[blockIdx.x] = root;
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        norm<<<(unsigned)rows, 256>>>(norms, x, columns);
}
