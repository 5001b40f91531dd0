/* says: clock-started-late: The clock was read for the first time after the launch in line */
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
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
    double start_s = now_s(); /* here */
    cudaDeviceSynchronize();
    *seconds = now_s() - start_s;
}
