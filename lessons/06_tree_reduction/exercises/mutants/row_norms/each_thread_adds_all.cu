/* says: no-tree: Each thread goes through 256 cells of shared memory */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t columns)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    const float *row = x + blockIdx.x * columns;
    float mine = 0;
    for (size_t c = t; c < columns; c += blockDim.x)
        mine += row[c] * row[c];
    part[t] = mine;
    __syncthreads();
    float sum = 0;
    for (unsigned k = 0; k < blockDim.x; k++)
        sum += part[k]; /* here */
    if (t == 0)
        norms[blockIdx.x] = sqrtf(sum);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        norm<<<(unsigned)rows, 256>>>(norms, x, columns);
}
