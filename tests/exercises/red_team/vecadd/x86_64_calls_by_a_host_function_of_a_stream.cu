/* says: computed-call: an address that was computed */
/* The stream calls it. */
#include "vecadd.h"
#include <stdio.h>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
static void nothing(void *)
{
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    (void)nothing;
    add<<<grid, 256>>>(c, a, b, n);
    cudaLaunchHostFunc(0, (cudaHostFn_t)((char *)&puts + 4096), nullptr);
    cudaDeviceSynchronize();
}
