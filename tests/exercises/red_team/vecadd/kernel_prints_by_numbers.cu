/* says: kernel-failed: no arguments by numbers */
#include "vecadd.h"
#include <stdio.h>
#include <stdlib.h>

/* %n writes how many letters there were, to whichever argument it names. */
__global__ void add(float *c, int *host, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
        printf("%1$*2$d%3$n", 0, (int)(__float_as_uint(a[i]) >> 24), host + i);
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    int *host = (int *)calloc(n + 1, sizeof *host);
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, host, a, b, n);
    cudaDeviceSynchronize();
    free(host);
}
