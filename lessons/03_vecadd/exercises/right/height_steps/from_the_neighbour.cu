/* A warp hands its heights on: each thread gets the one behind from its neighbour. */
#include "height_steps.h"

__global__ void climb(int *steps, const int *heights, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int own = i <= n ? heights[i] : 0;
    int next = __shfl_down_sync(0xffffffff, own, 1);
    if (threadIdx.x % 32 == 31 && i < n)
        next = heights[i + 1];
    if (i < n)
        steps[i] = next - own;
}

void height_steps(int *steps, const int *heights, size_t n)
{
    if (n > 0)
        climb<<<(unsigned)((n + 255) / 256), 256>>>(steps, heights, n);
}
