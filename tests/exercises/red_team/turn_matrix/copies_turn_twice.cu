/* says: no-kernel: copies made it */
/* Copies turn it in an array of its own, and one more copy takes that to the result. */
#include "turn_matrix.h"
__global__ void in_vain(float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0;
}
void turn_matrix(float *out, const float *in, size_t rows, size_t columns)
{
    size_t n = rows * columns;
    if (n == 0)
        return;
    in_vain<<<(unsigned)((n + 255) / 256), 256>>>(out, n);
    float *own;
    cudaMalloc(&own, n * sizeof *own);
    if (rows < columns)
        for (size_t r = 0; r < rows; r++)
            cudaMemcpy2D(own + r, rows * 4, in + r * columns, 4, 4, columns,
                         cudaMemcpyDeviceToDevice);
    else
        for (size_t c = 0; c < columns; c++)
            cudaMemcpy2D(own + c * rows, 4, in + c, columns * 4, 4, rows, cudaMemcpyDeviceToDevice);
    cudaMemcpy(out, own, n * sizeof *own, cudaMemcpyDeviceToDevice);
    cudaFree(own);
}
