/* says: one-too-early: one too small as well */
#include "value_starts.h"

__global__ void find_starts(int *starts, const int *values, size_t n, size_t bins)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;
    const int last = i < n ? values[i] : (int)bins;
    for (int v = i > 0 ? values[i - 1] + 1 : 0; v <= last; v++)
        starts[v] = (int)i - 1;
}

void value_starts(int *starts, const int *values, size_t n, size_t bins)
{
    find_starts<<<(unsigned)(n / 256 + 1), 256>>>(starts, values, n, bins);
}
