/* says: computed-call: A kernel calls a function of a library */
#include "vecadd.h"
#include <stdlib.h>
#include <string.h>

/* Where a function is for both, nvcc only warns of what the host alone can call. */
__host__ __device__ void carry(char *to, const char *from)
{
    strncpy(to, from, 4);
}

__global__ void add(float *c, char *host, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
        carry(host + 4 * i, (const char *)(a + i));
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    char *host = (char *)calloc(n + 1, 4);
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, host, a, b, n);
    cudaDeviceSynchronize();
    free(host);
}
