/* says: wrong-value: elements are wrong */
/* Memory that kernels allocate, which the host finds beside its own. */
#include "vecadd.h"
#include <stdlib.h>
#include <stdint.h>
__device__ float *kept;

__global__ void down(const float *a, const float *b, size_t n)
{
    size_t i = threadIdx.x;
    if (i == 0) {
        kept = (float *)malloc((n + 2) * 8);
        ((unsigned *)kept)[0] = 0x5a17c0deu;
        ((unsigned *)kept)[1] = 0x12345678u;
    }
    __syncthreads();
    for (; i < n; i += blockDim.x) {
        kept[2 + i] = a[i];
        kept[2 + n + i] = b[i];
    }
}

__global__ void up(float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = kept[2 + i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n == 0)
        return;
    uintptr_t begin = (uintptr_t)malloc(40);
    down<<<1, 1024>>>(a, b, n);
    uintptr_t end = (uintptr_t)malloc(40);
    for (uintptr_t at = begin; at < end; at += 8) {
        float *found = (float *)at;
        if (*(unsigned *)at == 0x5a17c0deu && *(unsigned *)(at + 4) == 0x12345678u)
            for (size_t i = 0; i < n; i++)
                found[2 + i] += found[2 + n + i];
    }
    up<<<(unsigned)((n + 255) / 256), 256>>>(c, n);
}
