#include "all_reduce.h"

/* Loads from both memories, and stores in both. */
__global__ void add(float *sum, float *there, const float *mine, const float *other, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        sum[i] = there[i] = mine[i] + other[i];
}

static unsigned blocks_for(size_t count)
{
    return (unsigned)((count + 255) / 256);
}

void all_reduce(float *first_sum, float *second_sum, const float *first, const float *second,
                size_t n)
{
    size_t half = n / 2;
    cudaDeviceEnablePeerAccess(1, 0);
    if (half > 0)
        add<<<blocks_for(half), 256>>>(first_sum, second_sum, first, second, half);
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaGetLastError(); /* a call before may have enabled it */
    if (n > half)
        add<<<blocks_for(n - half), 256>>>(second_sum + half, first_sum + half, second + half,
                                           first + half, n - half);
}
