/* says: wrong-value: divided by sigma, and not by sigma^2 */
#include "gaussian.h"
#include <cmath>

struct constants {
    float mean;
    float inverse;
    float peak;
};

__global__ void density(float *p, const float *x, constants c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float d = x[i] - c.mean;
        p[i] = c.peak * expf(-0.5f * d * d * c.inverse);
    }
}

void gaussian(float *p, const float *x, float mean, float sigma, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    constants c = {mean, 1.0f / sigma, (float)(1.0 / (sigma * std::sqrt(2.0 * 3.14159265358979)))};
    if (grid > 0)
        density<<<grid, block>>>(p, x, c, n);
}
