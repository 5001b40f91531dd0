/* Tiles of 32 x 32, in blocks of 1024 threads. */
#include "tiled_product.h"

enum { SIDE = 32 };

static __device__ float at(const float *m, size_t row, size_t column, size_t rows, size_t columns)
{
    return row < rows && column < columns ? m[row * columns + column] : 0;
}

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float left[SIDE][SIDE], above[SIDE][SIDE];
    const size_t row = (size_t)blockIdx.y * SIDE + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * SIDE + threadIdx.x;
    float sum = 0;
    for (size_t first = 0; first < inner; first += SIDE) {
        left[threadIdx.y][threadIdx.x] = at(a, row, first + threadIdx.x, rows, inner);
        above[threadIdx.y][threadIdx.x] = at(b, first + threadIdx.y, column, inner, rows);
        __syncthreads();
        for (int k = 0; k < SIDE; k++)
            sum = fmaf(left[threadIdx.y][k], above[k][threadIdx.x], sum);
        __syncthreads();
    }
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void tiled_product(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + SIDE - 1) / SIDE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(SIDE, SIDE)>>>(c, a, b, rows, inner);
}
