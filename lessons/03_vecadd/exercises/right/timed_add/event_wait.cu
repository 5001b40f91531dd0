/* An event behind the kernel, which the host waits for; it tried the kernel once before. */
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
    cudaEvent_t done;
    cudaEventCreate(&done);
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
    cudaDeviceSynchronize();
    double seconds_before = now_s();
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
    cudaEventRecord(done);
    cudaEventSynchronize(done);
    double seconds_after = now_s();
    cudaEventDestroy(done);
    *seconds = seconds_after - seconds_before;
}
