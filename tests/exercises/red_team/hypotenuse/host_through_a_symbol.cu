/* says: host-work: copied to the host and computed */
/* The first elements come from the host, by a variable of the device. */
#include "hypotenuse.h"

__device__ float first[32];

__global__ void sides(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = i < 32 ? first[i] : sqrtf(a[i] * a[i] + b[i] * b[i]);
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    float x[32], y[32];
    size_t few = n < 32 ? n : 32;
    if (n == 0)
        return;
    cudaMemcpy(x, a, few * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, b, few * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < few; i++)
        x[i] = sqrtf(x[i] * x[i] + y[i] * y[i]);
    cudaMemcpyToSymbol(first, x, few * sizeof(float));
    sides<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, n);
}
