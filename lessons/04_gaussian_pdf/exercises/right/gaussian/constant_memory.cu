/* The constants come by constant memory: a copy of a few bytes, which needs no other. */
#include "gaussian.h"

struct constants {
    float mean, inverse, peak;
};

__constant__ constants c;

__global__ void density(float *p, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float z = (x[i] - c.mean) * c.inverse;
        p[i] = expf(-0.5f * z * z) * c.peak;
    }
}

void gaussian(float *p, const float *x, float mean, float sigma, size_t n)
{
    const constants mine = {mean, 1 / sigma, 1 / (sigma * sqrtf(2 * 3.14159265f))};
    if (n == 0)
        return;
    cudaMemcpyToSymbol(c, &mine, sizeof mine);
    density<<<(unsigned)((n + 255) / 256), 256>>>(p, x, n);
}
