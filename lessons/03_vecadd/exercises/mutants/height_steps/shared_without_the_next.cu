/* says: out-of-bounds: part has 256 elements of shared memory */
#include "height_steps.h"

__global__ void climb(int *steps, const int *heights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int part[256];
    if (i <= n)
        part[threadIdx.x] = heights[i];
    __syncthreads();
    if (i < n)
        steps[i] = part[threadIdx.x + 1] - part[threadIdx.x]; /* here */
}

void height_steps(int *steps, const int *heights, size_t n)
{
    if (n > 0)
        climb<<<(unsigned)((n + 255) / 256), 256>>>(steps, heights, n);
}
