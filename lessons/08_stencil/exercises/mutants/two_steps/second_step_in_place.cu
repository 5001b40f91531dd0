/* says: race: This launch hands `out` over twice */
#include "two_steps.h"

__global__ void average(float *to, const float *from, size_t n)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = from[i] / 2;
    if (i > 0)
        sum += from[i - 1] / 4;
    if (i + 1 < n)
        sum += from[i + 1] / 4;
    to[i] = sum;
}

void two_steps(float *out, const float *in, size_t n)
{
    const unsigned blocks = (unsigned)((n + 127) / 128);
    if (n == 0)
        return;
    average<<<blocks, 128>>>(out, in, n);
    average<<<blocks, 128>>>(out, out, n); /* here */
}
