/* says: begins-too-low: and no element is smaller */
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
    int small = INT_MIN, large = INT_MAX;
    cudaMemcpy(lowest, &small, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(highest, &large, sizeof(int), cudaMemcpyHostToDevice);
    compare<<<(unsigned)((n + 255) / 256), 256>>>(lowest, highest, x, n);
}
