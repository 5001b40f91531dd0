/* says: not-allowed: uses `__builtin_va_copy` */
#include "vecadd.h"
#include <stdarg.h>
#include <stdlib.h>

/* A va_list is 24 bytes of whatever is there. */
__global__ void add(float *c, float *host, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
    if (i < n / 6)
        va_copy(*(va_list *)(host + 6 * i), *(va_list *)(a + 6 * i));
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    float *host = (float *)malloc(n * sizeof *host + 1);
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, host, a, b, n);
    cudaDeviceSynchronize();
    free(host);
}
