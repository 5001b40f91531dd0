/* says: timed-several: the arrays are added more than once */
/* One launch does the work ten times. */
#include "timed_add.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 10; k++)
            ((volatile float *)c)[i] =
                ((const volatile float *)a)[i] + ((const volatile float *)b)[i];
}

void timed_add(double *seconds, float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    *seconds = 0;
    if (n == 0)
        return;
    double start = now_s();
    add<<<grid, block>>>(c, a, b, n);
    cudaDeviceSynchronize();
    *seconds = now_s() - start;
}
