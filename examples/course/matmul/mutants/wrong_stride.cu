/* says: past-the-end: The index is `row * rows + k` */
#include "matmul.h"

enum { SIDE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && column < rows) {
        float sum = 0;
        for (size_t k = 0; k < inner; k++)
            sum += a[row * rows + k] * b[k * rows + column]; /* here */
        c[row * rows + column] = sum;
    }
}

void matmul(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    unsigned blocks = (unsigned)((rows + SIDE - 1) / SIDE);
    if (rows > 0)
        multiply<<<dim3(blocks, blocks), dim3(SIDE, SIDE)>>>(c, a, b, rows, inner);
}
