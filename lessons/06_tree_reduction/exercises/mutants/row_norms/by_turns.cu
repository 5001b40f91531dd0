/* says: no-tree: Each thread comes to 256 barriers */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    const float *row = x + (size_t)blockIdx.x * columns;
    float sum = 0;
    for (size_t c = t; c < columns; c += blockDim.x)
        sum += row[c] * row[c];
    part[t] = sum;
    __syncthreads();
    for (unsigned k = 1; k < 256; k++) {
        if (t == k)
            part[0] += part[t];
        __syncthreads(); /* here */
    }
    if (t == 0)
        norms[blockIdx.x] = sqrtf(part[0]);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        norm<<<(unsigned)rows, 256>>>(norms, x, rows, columns);
}
