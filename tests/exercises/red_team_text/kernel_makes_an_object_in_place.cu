/* says: not-allowed: has `new (...)` */
#include "vecadd.h"
#include <new>
#include <stdlib.h>

struct One {
    float v[1];
};

__device__ __noinline__ One fetch(const float *x, size_t i)
{
    One one;
    one.v[0] = x[i];
    return one;
}

__global__ void add(float *c, One *host, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
        new (host + i) One(fetch(a, i));
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    One *host = (One *)malloc(n * sizeof *host + 1);
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, host, a, b, n);
    cudaDeviceSynchronize();
    free(host);
}
