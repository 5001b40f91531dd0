/* says: warned: is a division of whole numbers, and gives 1 */
#include "fahrenheit.h"

__global__ void convert(float *out, const float *celsius, size_t n)
{
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[i] = 9 / 5 * celsius[i] + 32; /* here */
}

void fahrenheit(float *out, const float *celsius, size_t n)
{
    convert<<<32, 256>>>(out, celsius, n);
}
