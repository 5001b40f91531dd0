/* says: no-value: call `cudaEventCreate()` with `&done` */
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

__global__ void add_both(float *out, const float *doubled, const float *squared, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = doubled[i] + squared[i];
}

void event_between(float *out, float *doubled, float *squared, const float *x, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    if (n == 0)
        return;
    cudaStream_t one, other;
    cudaEvent_t done; /* here */
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    double_each<<<grid, block, 0, one>>>(doubled, x, n);
    square_each<<<grid, block, 0, other>>>(squared, x, n);
    cudaEventRecord(done, other);
    cudaStreamWaitEvent(one, done, 0);
    add_both<<<grid, block, 0, one>>>(out, doubled, squared, n);
    cudaStreamSynchronize(one);
    cudaEventDestroy(done);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
}
