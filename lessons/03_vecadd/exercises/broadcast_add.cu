/*
 * Exercise 3.3: one number for all elements.
 *
 * The same s is to be added to each element of a: it is broadcast, as array languages say. Here the
 * kernel is told where s lies, and that is on the host, where no thread can read. Get s to the
 * threads without a copy and without any further memory.
 *
 *   ./gridstride check 3.3           says what is still wrong
 *   ./gridstride check 3.3 --hint    one hint further each time
 */
#include "broadcast_add.h"

__global__ void add(int64_t *out, const int64_t *a, const int64_t *s, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + *s;
}

void broadcast_add(int64_t *out, const int64_t *a, int64_t s, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(out, a, &s, n);
}
