/*
 * Exercise 3.1: guard the end of the array.
 *
 * vecadd() launches one thread for each element, in blocks of 256. It works as long as n is a
 * multiple of 256; make it work for every n, and leave the size of a block as it is.
 *
 *   ./gridstride check 3.1           says what is still wrong
 *   ./gridstride check 3.1 --hint    one hint further each time
 */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)(n / block);
    add<<<grid, block>>>(c, a, b, n);
}
