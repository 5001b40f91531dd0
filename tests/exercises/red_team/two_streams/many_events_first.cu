/* says: too-many-operations: your function calls */
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
    const unsigned block = 256, grid = (unsigned)((n + block - 1) / block);
    if (n == 0)
        return;
    cudaEvent_t event;
    cudaEventCreate(&event);
    for (int i = 0; i < 2100; i++)
        cudaEventRecord(event);
    double_each<<<grid, block>>>(doubled, x, n);
    square_each<<<grid, block>>>(squared, x, n);
    cudaDeviceSynchronize();
    cudaEventDestroy(event);
}
