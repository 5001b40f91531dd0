/* says: timing-without-sync: You timed the launch, not the work */
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
    auto start = std::chrono::high_resolution_clock::now();
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
    auto stop = std::chrono::high_resolution_clock::now(); /* here */
    *seconds = std::chrono::duration<double>(stop - start).count();
}
