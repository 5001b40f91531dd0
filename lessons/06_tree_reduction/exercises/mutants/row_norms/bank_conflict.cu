/* says: bank-conflict: threads of a warp hit different words of one bank */
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
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        unsigned cell = 2 * distance * t;
        if (cell < blockDim.x)
            part[cell] += part[cell + distance]; /* here */
        __syncthreads();
    }
    if (t == 0)
        norms[blockIdx.x] = sqrtf(part[0]);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        norm<<<(unsigned)rows, 256>>>(norms, x, columns);
}
