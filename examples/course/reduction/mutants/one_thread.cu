/* says: serial-work: it does the work alone */
#include "reduction.h"

__global__ void add_all(float *sum, const float *x, size_t n)
{
    float all = 0;
    for (size_t i = 0; i < n; i++)
        all += x[i]; /* here */
    sum[0] = all;
}

void reduction(float *sum, const float *x, size_t n)
{
    add_all<<<1, 1>>>(sum, x, n);
}
