/* says: uncoalesced: Let neighbouring threads take neighbouring elements */
#include "fahrenheit.h"

__global__ void convert(float *out, const float *celsius, size_t n)
{
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    const size_t piece = (n + threads - 1) / threads;
    const size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * piece;
    for (size_t i = first; i < first + piece && i < n; i++)
        out[i] = 1.8f * celsius[i] + 32; /* here */
}

void fahrenheit(float *out, const float *celsius, size_t n)
{
    convert<<<32, 256>>>(out, celsius, n);
}
