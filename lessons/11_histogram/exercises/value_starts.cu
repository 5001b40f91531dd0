/*
 * Exercise 11.4: sorted elements, and nothing to count.
 *
 * Where the elements are sorted, those of a value lie side by side, and two numbers say which they
 * are. A value begins at element i if element i - 1 is smaller. So a thread that looks at two
 * neighbours knows it, and stores it; nobody adds anything. Some values do not come at all: what is
 * stored for these, and by which thread?
 *
 *   ./gridstride check 11.4          says what is still wrong
 *   ./gridstride check 11.4 --hint   one hint further each time
 */
#include "value_starts.h"

__global__ void find_starts(int *starts, const int *values, size_t n, size_t bins)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    /* TODO: which values begin at element i? */
    if (i < n)
        starts[values[i]] = (int)i;
}

void value_starts(int *starts, const int *values, size_t n, size_t bins)
{
    find_starts<<<(unsigned)(n / 256 + 1), 256>>>(starts, values, n, bins);
}
