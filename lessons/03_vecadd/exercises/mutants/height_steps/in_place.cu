/* says: past-the-end: is it to be read here */
#include "height_steps.h"

__global__ void climb(int *steps, const int *heights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        steps[i] = steps[i + 1] - heights[i]; /* here */
}

void height_steps(int *steps, const int *heights, size_t n)
{
    if (n > 0)
        climb<<<(unsigned)((n + 255) / 256), 256>>>(steps, heights, n);
}
