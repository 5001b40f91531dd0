/* A thread for each value halves the range in which it may begin. */
#include "value_starts.h"

__global__ void find_starts(int *starts, const int *values, size_t n, size_t bins)
{
    const size_t v = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (v > bins)
        return;
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (values[middle] < (int)v)
            low = middle + 1;
        else
            high = middle;
    }
    starts[v] = (int)low;
}

void value_starts(int *starts, const int *values, size_t n, size_t bins)
{
    find_starts<<<(unsigned)(bins / 64 + 1), 64>>>(starts, values, n, bins);
}
