/*
 * Exercise 13.1: two kernels that need not wait for each other.
 *
 * The second kernel waits for the first, though it does not need its result: both are in the
 * default stream. Make two streams, launch each kernel in one of them, and wait for both before you
 * return.
 *
 *   ./gridstride check 13.1          says what is still wrong
 *   ./gridstride check 13.1 --hint   one hint further each time
 */
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
    double_each<<<grid, block>>>(doubled, x, n);
    square_each<<<grid, block>>>(squared, x, n);
    cudaDeviceSynchronize();
}
