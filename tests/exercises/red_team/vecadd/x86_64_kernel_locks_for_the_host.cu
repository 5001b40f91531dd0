/* says: computed-call: A kernel calls a function of a library */
#include "vecadd.h"
#include <mutex>
#include <stdlib.h>

/* A bit for each lock of the host's: the library writes it. */
template <class Lock> __global__ void carry_down(Lock *locks, const float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int bit = 0; i < n && bit < 32; bit++) {
        if (__float_as_uint(a[i]) >> bit & 1)
            locks[32 * i + bit].lock();
    }
}

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n == 0)
        return;
    unsigned grid = (unsigned)((n + 255) / 256);
    std::mutex *locks = (std::mutex *)calloc(32 * n, sizeof *locks);
    carry_down<<<grid, 256>>>(locks, a, n);
    add<<<grid, 256>>>(c, a, b, n);
    cudaDeviceSynchronize();
    free((void *)locks);
}
