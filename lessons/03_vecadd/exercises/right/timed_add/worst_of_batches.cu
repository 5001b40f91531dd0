/* Three launches at a time, and the worst of five times. */
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
    *seconds = 0;
    if (n == 0)
        return;
    double worst = 0;
    for (int r = 0; r < 5; r++) {
        double start = now_s();
        for (int k = 0; k < 3; k++)
            add<<<grid, block>>>(c, a, b, n);
        cudaDeviceSynchronize();
        double t = (now_s() - start) / 3;
        if (t > worst)
            worst = t;
    }
    *seconds = worst;
}
