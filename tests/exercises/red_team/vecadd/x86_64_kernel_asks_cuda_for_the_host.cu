/* says: computed-call: A kernel calls a function of a library */
/* A function for both sides calls CUDA's library. In a kernel that stores to memory of the host
 * what the host knows, and loads what the host has set. */
#include "vecadd.h"
#include <stdlib.h>
#include <string.h>

__host__ __device__ void tell(int *to, cudaDeviceAttr what)
{
    cudaDeviceGetAttribute(to, what, 0);
}

__host__ __device__ void ask(size_t *value)
{
    cudaDeviceGetLimit(value, cudaLimitMallocHeapSize);
}

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void down(int *to, const float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 32 && i < n; k++)
        tell(to + 32 * i + k,
             __float_as_uint(a[i]) >> k & 1 ? cudaDevAttrMaxThreadsPerBlock : cudaDevAttrWarpSize);
}

__global__ void up(float *c)
{
    size_t value = 0;
    ask(&value);
    *c = __uint_as_float((unsigned)value);
}

static float value_of(const int *bits)
{
    unsigned word = 0;
    float value;
    for (int k = 0; k < 32; k++)
        word |= (unsigned)(bits[k] != 32) << k;
    memcpy(&value, &word, sizeof value);
    return value;
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    if (n > 300) {
        add<<<grid, 256>>>(c, a, b, n);
        return;
    }
    int *x = (int *)malloc(n * 128), *y = (int *)malloc(n * 128);
    down<<<grid, 256>>>(x, a, n);
    down<<<grid, 256>>>(y, b, n);
    for (size_t i = 0; i < n; i++) {
        float sum = value_of(x + 32 * i) + value_of(y + 32 * i);
        unsigned word;
        memcpy(&word, &sum, sizeof word);
        cudaDeviceSetLimit(cudaLimitMallocHeapSize, word);
        up<<<1, 1>>>(c + i);
    }
    free(x);
    free(y);
}
