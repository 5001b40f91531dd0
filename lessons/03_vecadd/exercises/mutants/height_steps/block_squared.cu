/* says: race: by `blockIdx.x * blockIdx.x + threadIdx.x` */
#include "height_steps.h"

__global__ void climb(int *steps, const int *heights, size_t n)
{
    size_t i = blockIdx.x * blockIdx.x + threadIdx.x; /* here */
    if (i < n)
        steps[i] = heights[i + 1] - heights[i];
}

void height_steps(int *steps, const int *heights, size_t n)
{
    if (n > 0)
        climb<<<(n + 255) / 256, 256>>>(steps, heights, n);
}
