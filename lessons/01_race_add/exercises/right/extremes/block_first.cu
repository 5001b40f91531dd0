/* A block compares in shared memory, and its first thread comes to global memory. */
#include "extremes.h"

__global__ void compare(int *lowest, int *highest, const int *x, size_t n)
{
    __shared__ int low, high;
    if (threadIdx.x == 0)
        low = high = x[0];
    __syncthreads();
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicMin(&low, x[i]);
        atomicMax(&high, x[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMin(lowest, low);
        atomicMax(highest, high);
    }
}

void extremes(int *lowest, int *highest, const int *x, size_t n)
{
    cudaMemcpy(lowest, x, sizeof *x, cudaMemcpyDeviceToDevice);
    cudaMemcpy(highest, x, sizeof *x, cudaMemcpyDeviceToDevice);
    compare<<<(unsigned)((n + 255) / 256), 256>>>(lowest, highest, x, n);
}
