/*
 * Exercise 1.2: a histogram.
 *
 * How often is each value there? One thread looks at one value and adds 1 to that value's count.
 * The launch is done. Write the kernel: which value is this thread's (thread 0 of block 1 has
 * values[256]), is there one, and how do many threads add to one count?
 *
 *   ./gridstride check 1.2           says what is still wrong
 *   ./gridstride check 1.2 --hint    one hint further each time
 */
#include "histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    /* TODO: where there is a value i, count it */
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n);
}
