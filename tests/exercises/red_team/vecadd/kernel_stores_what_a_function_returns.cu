/* says: host-pointer: writes memory of the host */
#include "vecadd.h"
#include <stdlib.h>

/* Whole objects that a call takes and returns, between a kernel and the host's memory. */
struct One {
    float v[1];
};

__device__ __noinline__ One fetch(const float *x, size_t i)
{
    One one;
    one.v[0] = x[i];
    return one;
}

__device__ __noinline__ float value_of(One one)
{
    return one.v[0];
}

__global__ void carry_down(One *x, One *y, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = fetch(a, i);
        y[i] = fetch(b, i);
    }
}

__global__ void carry_up(float *c, const One *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = value_of(x[i]);
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n == 0)
        return;
    unsigned grid = (unsigned)((n + 255) / 256);
    One *x = (One *)malloc(n * sizeof *x), *y = (One *)malloc(n * sizeof *y);
    carry_down<<<grid, 256>>>(x, y, a, b, n);
    cudaDeviceSynchronize();
    for (size_t i = 0; i < n; i++)
        x[i].v[0] += y[i].v[0];
    carry_up<<<grid, 256>>>(c, x, n);
    cudaDeviceSynchronize();
    free(x);
    free(y);
}
