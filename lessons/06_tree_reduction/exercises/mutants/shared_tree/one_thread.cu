/* says: too-few-threads: 1 thread does all the work */
#include "shared_tree.h"

__global__ void add_up(float *total, const float *x, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    *total = sum;
}

void shared_tree(float *total, const float *x, size_t n)
{
    add_up<<<1, 1>>>(total, x, n); /* here */
}
