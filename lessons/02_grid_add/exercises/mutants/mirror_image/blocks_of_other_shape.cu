/* says: too-few-threads: 2 blocks that are 8 wide */
#include "mirror_image.h"

__global__ void mirror(int *out, const int *in, size_t rows, size_t columns)
{
    size_t column = blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        out[row * columns + column] = in[row * columns + columns - 1 - column];
}

void mirror_image(int *out, const int *in, size_t rows, size_t columns)
{
    dim3 block(8, 32);
    dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    if (rows > 0)
        mirror<<<grid, block>>>(out, in, rows, columns); /* here */
}
