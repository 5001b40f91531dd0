/* says: computed-call: an address that was computed */
/* What new calls where there is no memory. */
#include "vecadd.h"
#include <new>
#include <stdio.h>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    add<<<grid, 256>>>(c, a, b, n);
    volatile size_t much = (size_t)1 << 46;
    std::set_new_handler((void (*)())((char *)&puts + 4096));
    char *memory = new (std::nothrow) char[much];
    if (memory)
        memory[0] = 1;
}
