/* says: not-in-a-graph: Let it become a node of a graph */
#include "updated_rows.h"

__global__ void double_row(float *out, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * x[i];
}

__global__ void square_row(float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] *= out[i];
}

void updated_rows(float *out, const float *x, size_t n, size_t rows)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    if (n == 0)
        return;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (size_t row = 0; row < rows; row++) {
        double_row<<<grid, block, 0, stream>>>(out + row * n, x + row * n, n); /* here */
        square_row<<<grid, block, 0, stream>>>(out + row * n, n);
    }
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}
