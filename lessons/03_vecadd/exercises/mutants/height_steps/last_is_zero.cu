/* says: last-missing: which is there */
#include "height_steps.h"

__global__ void climb(int *steps, const int *heights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int next = i + 1 < n ? heights[i + 1] : heights[i];
    steps[i] = next - heights[i];
}

void height_steps(int *steps, const int *heights, size_t n)
{
    if (n > 0)
        climb<<<(unsigned)((n + 255) / 256), 256>>>(steps, heights, n);
}
