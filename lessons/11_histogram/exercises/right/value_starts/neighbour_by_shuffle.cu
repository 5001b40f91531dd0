/* A lane asks the lane before it for the element before its own; lane 0 loads it. */
#include "value_starts.h"

__global__ void find_starts(int *starts, const int *values, size_t n, size_t bins)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int own = i < n ? values[i] : (int)bins;
    int before = __shfl_up_sync(0xffffffff, own, 1);
    if (threadIdx.x % 32 == 0)
        before = i > 0 && i <= n ? values[i - 1] : -1;
    if (i <= n) {
        for (int v = before + 1; v <= own; v++)
            starts[v] = (int)i;
    }
}

void value_starts(int *starts, const int *values, size_t n, size_t bins)
{
    find_starts<<<(unsigned)(n / 256 + 1), 256>>>(starts, values, n, bins);
}
