/* says: not-set: still holds the junk */
#include "extremes.h"

__global__ void begin(int *lowest, int *highest, const int *x)
{
    *lowest = x[0];
    *highest = x[0];
}

__global__ void compare(int *lowest, int *highest, const int *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    // clang-format off
    if (i < n) { atomicMin(lowest, x[i]); atomicMax(highest, x[i]); }
    // clang-format on
}

void extremes(int *lowest, int *highest, const int *x, size_t n)
{
    compare<<<(unsigned)((n + 255) / 256), 256>>>(lowest, highest, x, n);
}
