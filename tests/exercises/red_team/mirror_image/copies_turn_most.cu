/* says: no-kernel: copies made it */
/* Copies turn five of six columns. A kernel turns the others, and moves the rest in vain. */
#include "mirror_image.h"

__global__ void turn(int *out, const int *in, int *vain, size_t n, size_t columns, size_t first)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, column = i % columns;
    if (i >= n)
        return;
    if (column >= first)
        out[i] = in[i - column + columns - 1 - column];
    else
        vain[i] = in[i];
}

void mirror_image(int *out, const int *in, size_t rows, size_t columns)
{
    const size_t n = rows * columns, first = columns - columns / 6, pitch = columns * sizeof *in;
    int *vain = nullptr;
    if (n == 0)
        return;
    cudaMalloc(&vain, n * sizeof *vain);
    for (size_t column = 0; column < first; column++)
        cudaMemcpy2D(out + column, pitch, in + columns - 1 - column, pitch, sizeof *in, rows,
                     cudaMemcpyDeviceToDevice);
    turn<<<(unsigned)((n + 255) / 256), 256>>>(out, in, vain, n, columns, first);
    cudaFree(vain);
}
