/* The host counts the rounds, and a small array gets a small grid. */
#include "fahrenheit.h"

__global__ void convert(float *out, const float *celsius, size_t n, unsigned rounds)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned round = 0; round < rounds; round++) {
        if (i < n)
            out[i] = celsius[i] * 9 / 5 + 32;
        i += (size_t)gridDim.x * blockDim.x;
    }
}

void fahrenheit(float *out, const float *celsius, size_t n)
{
    const size_t blocks = (n + 255) / 256, grid = blocks < 32 ? blocks : 32;
    if (n > 0)
        convert<<<(unsigned)grid, 256>>>(out, celsius, n, (unsigned)((blocks + grid - 1) / grid));
}
