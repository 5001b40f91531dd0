/* says: too-few-threads: largest launch has 32 threads */
/* One warp for all elements. */
#include "timed_add.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        c[i] = a[i] + b[i];
}

void timed_add(double *seconds, float *c, const float *a, const float *b, size_t n)
{
    double start_s = now_s();
    if (n > 0)
        add<<<1, 32>>>(c, a, b, n);
    cudaDeviceSynchronize();
    *seconds = now_s() - start_s;
}
