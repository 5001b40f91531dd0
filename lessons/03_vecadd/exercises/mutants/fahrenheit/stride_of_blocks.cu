/* says: race: as the whole grid has threads */
#include "fahrenheit.h"

__global__ void convert(float *out, const float *celsius, size_t n)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x) /* here */
        out[i] = 1.8f * celsius[i] + 32.0f;
}
void fahrenheit(float *out, const float *celsius, size_t n)
{
    if (n > 0)
        convert<<<32, 256>>>(out, celsius, n);
}
