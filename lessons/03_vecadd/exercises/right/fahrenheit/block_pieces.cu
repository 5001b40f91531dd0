/* Each block has a piece of its own, and its threads go through that together. */
#include "fahrenheit.h"

__global__ void convert(float *out, const float *celsius, size_t n)
{
    const size_t piece = (n + gridDim.x - 1) / gridDim.x;
    const size_t first = blockIdx.x * piece, end = min(first + piece, n);
    for (size_t i = first + threadIdx.x; i < end; i += blockDim.x)
        out[i] = fmaf(1.8f, celsius[i], 32);
}

void fahrenheit(float *out, const float *celsius, size_t n)
{
    convert<<<16, 512>>>(out, celsius, n);
}
