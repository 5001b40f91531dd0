/* says: too-few-threads: none. Let each thread go on to further elements, in a loop */
#include "fahrenheit.h"

__global__ void convert(float *out, const float *celsius, size_t n)
{
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && threads > 0)
        out[i] = 1.8f * celsius[i] + 32;
}

void fahrenheit(float *out, const float *celsius, size_t n)
{
    convert<<<32, 256>>>(out, celsius, n); /* here */
}
