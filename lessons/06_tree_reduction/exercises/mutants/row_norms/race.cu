/* says: race: one update was lost */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t columns)
{
    unsigned t = threadIdx.x;
    const float *row = x + blockIdx.x * columns;
    float sum = 0;
    for (size_t c = t; c < columns; c += blockDim.x)
        sum += row[c] * row[c];
    if (t == 0)
        norms[blockIdx.x] = 0;
    __syncthreads();
    norms[blockIdx.x] += sum; /* here */
    __syncthreads();
    if (t == 0)
        norms[blockIdx.x] = sqrtf(norms[blockIdx.x]);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        norm<<<(unsigned)rows, 256>>>(norms, x, columns);
}
