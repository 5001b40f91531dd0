/* says: nobody-waits: does not read what that one stores */
#include "event_between.h"
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
__global__ void add_both(float *out, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * x[i] + x[i] * x[i];
}
void event_between(float *out, float *doubled, float *squared, const float *x, size_t n)
{
    const unsigned grid = (unsigned)((n + 255) / 256);
    if (n == 0)
        return;
    cudaStream_t one, other;
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    double_each<<<grid, 256, 0, one>>>(doubled, x, n);
    square_each<<<grid, 256, 0, other>>>(squared, x, n);
    add_both<<<grid, 256, 0, one>>>(out, x, n);
    cudaStreamSynchronize(one);
    cudaStreamSynchronize(other);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
}
