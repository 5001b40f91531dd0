/* says: wrong-value: sets each byte */
#include "extremes.h"

#include <limits.h>
__global__ void compare(int *lowest, int *highest, const int *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicMin(lowest, x[i]);
        atomicMax(highest, x[i]);
    }
}

void extremes(int *lowest, int *highest, const int *x, size_t n)
{
    cudaMemset(lowest, INT_MAX, sizeof(int)); /* here */
    cudaMemset(highest, INT_MIN, sizeof(int));
    compare<<<(n + 255) / 256, 256>>>(lowest, highest, x, n);
}
