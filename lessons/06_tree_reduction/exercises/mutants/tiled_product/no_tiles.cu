/* says: too-much-traffic: or in shared memory */
#include "tiled_product.h"

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || column >= rows)
        return;
    float sum = 0;
    for (size_t k = 0; k < inner; k++)
        sum += a[row * inner + k] * b[k * rows + column]; /* here */
    c[row * rows + column] = sum;
}

void tiled_product(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + 15) / 16);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(16, 16)>>>(c, a, b, rows, inner);
}
