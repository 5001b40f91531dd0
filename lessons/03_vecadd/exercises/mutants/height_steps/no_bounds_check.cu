/* says: out-of-bounds: does something ask whether it is within the array */
#include "height_steps.h"

__global__ void climb(int *steps, const int *heights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    steps[i] = heights[i + 1] - heights[i]; /* here */
}

void height_steps(int *steps, const int *heights, size_t n)
{
    if (n > 0)
        climb<<<(unsigned)((n + 255) / 256), 256>>>(steps, heights, n);
}
