/* says: wrong-factor: or in what they are made of */
#include "two_streams.h"

__global__ void double_each(float *doubled, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        doubled[i] = 2 * x[i];
}

__global__ void square_each(float *squared, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        squared[i] = x[i] * x[i];
}

void two_streams(float *doubled, float *squared, const float *x, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    if (n == 0)
        return;
    cudaStream_t one, other;
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    double_each<<<grid, block, 0, one>>>(doubled, x, n);
    square_each<<<grid, block, 0, other>>>(squared, doubled, n);
    cudaStreamSynchronize(one);
    cudaStreamSynchronize(other);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
}
