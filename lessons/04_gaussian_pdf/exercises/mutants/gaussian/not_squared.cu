/* says: wrong-value: z is not squared */
#include "gaussian.h"

struct constants {
    float mean;
    float inverse; /* 1 / sigma */
    float peak;    /* 1 / (sigma sqrt(2 pi)) */
};

__global__ void density(float *p, const float *x, constants c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float z = (x[i] - c.mean) * c.inverse;
        p[i] = expf(-0.5f * z) * c.peak;
    }
}

void gaussian(float *p, const float *x, float mean, float sigma, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    constants c = {mean, 1 / sigma, 1 / (sigma * sqrtf(2 * 3.14159265f))};
    if (grid > 0)
        density<<<grid, block>>>(p, x, c, n);
}
