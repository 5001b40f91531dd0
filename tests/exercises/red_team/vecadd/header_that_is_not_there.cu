/* says: does-not-compile: There is no header `secrets/of_the_teacher.h` */
// clang-format off
/* A file that is not there: the student's mistake. */
#include "vecadd.h"
#include "secrets/of_the_teacher.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add<<<grid, 256>>>(c, a, b, n);
}
