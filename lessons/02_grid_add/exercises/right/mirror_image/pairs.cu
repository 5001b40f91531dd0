/* Half of the threads: each one exchanges two pixels, and the one in the middle stays. */
#include "mirror_image.h"

__global__ void mirror(int *out, const int *in, size_t rows, size_t columns)
{
    size_t left = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || left >= (columns + 1) / 2)
        return;
    const size_t right = columns - 1 - left;
    out[row * columns + left] = in[row * columns + right];
    if (left != right)
        out[row * columns + right] = in[row * columns + left];
}

void mirror_image(int *out, const int *in, size_t rows, size_t columns)
{
    dim3 block(32, 4);
    dim3 grid((unsigned)((columns + 63) / 64), (unsigned)((rows + 3) / 4));
    if (rows > 0)
        mirror<<<grid, block>>>(out, in, rows, columns);
}
