/* Blocks of 32 x 8, indices of 32 bits, fused multiplications. */
#include "matmul.h"

__global__ void multiply(float *c, const float *a, const float *b, unsigned rows, unsigned inner)
{
    unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || column >= rows)
        return;
    float sum = 0;
    for (unsigned k = 0; k < inner; k++)
        sum = fmaf(a[row * inner + k], b[k * rows + column], sum);
    c[row * rows + column] = sum;
}

void matmul(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned n = (unsigned)rows;
    if (n > 0)
        multiply<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(c, a, b, n, (unsigned)inner);
}
