/* The clock of the C++ library. */
#include "timed_add.h"

#include <chrono>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void timed_add(double *seconds, float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    auto start = std::chrono::steady_clock::now();
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
    cudaDeviceSynchronize();
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    *seconds = elapsed.count();
}
