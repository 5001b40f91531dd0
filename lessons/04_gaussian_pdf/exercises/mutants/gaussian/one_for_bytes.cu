/* says: elements-for-bytes: counts bytes, and `1` is a number of elements */
#include "gaussian.h"

__constant__ float center;

__global__ void density(float *p, const float *x, float sigma, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float z = (x[i] - center) / sigma;
    p[i] = expf(-0.5f * z * z) / (sigma * sqrtf(2 * 3.14159265f));
}

void gaussian(float *p, const float *x, float mean, float sigma, size_t n)
{
    if (n == 0)
        return;
    cudaMemcpyToSymbol(center, &mean, 1); /* here */
    density<<<(unsigned)((n + 255) / 256), 256>>>(p, x, sigma, n);
}
