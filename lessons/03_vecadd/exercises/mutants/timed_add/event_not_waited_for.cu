/* says: timing-without-sync: You asked for the time between two events, and the device */
#include "timed_add.h"

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
    float elapsed_ms = 0;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
    cudaEventRecord(stop);
    cudaEventElapsedTime(&elapsed_ms, start, stop); /* here */
    *seconds = elapsed_ms * 1e-3;
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
}
