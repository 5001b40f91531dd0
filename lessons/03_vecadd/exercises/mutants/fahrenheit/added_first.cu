/* says: wrong-value: 32 was added before the product */
#include "fahrenheit.h"

__global__ void convert(float *out, const float *celsius, size_t n)
{
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[i] = 1.8f * (celsius[i] + 32);
}

void fahrenheit(float *out, const float *celsius, size_t n)
{
    convert<<<32, 256>>>(out, celsius, n);
}
