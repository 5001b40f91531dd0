/* One pixel a thread. Pixel 0 of a row comes from pixel columns - 1, the last one. */
#include "mirror_image.h"

__global__ void mirror(int *out, const int *in, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        out[row * columns + column] = in[row * columns + columns - 1 - column];
}

void mirror_image(int *out, const int *in, size_t rows, size_t columns)
{
    dim3 block(32, 8);
    dim3 grid((unsigned)((columns + 31) / 32), (unsigned)((rows + 7) / 8));
    if (rows > 0)
        mirror<<<grid, block>>>(out, in, rows, columns);
}
