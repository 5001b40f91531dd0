/* says: host-waits: Wait once, behind the last launch */
#include "event_between.h"
__global__ void one(float *doubled, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        doubled[i] = 2 * x[i];
}
__global__ void two(float *squared, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        squared[i] = x[i] * x[i];
}
__global__ void three(float *out, const float *doubled, const float *squared, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = doubled[i] + squared[i];
}
void event_between(float *out, float *doubled, float *squared, const float *x, size_t n)
{
    const unsigned grid = (unsigned)((n + 255) / 256);
    if (n == 0)
        return;
    one<<<grid, 256>>>(doubled, x, n);
    cudaDeviceSynchronize();
    two<<<grid, 256>>>(squared, x, n);
    cudaDeviceSynchronize();
    three<<<grid, 256>>>(out, doubled, squared, n);
}
