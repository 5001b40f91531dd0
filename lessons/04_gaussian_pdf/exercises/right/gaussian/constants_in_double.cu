/* On the host double costs nothing: the constants are rounded to float at the end. */
#include <cmath>
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
        p[i] = expf(z * z * -0.5f) * c.peak;
    }
}

void gaussian(float *p, const float *x, float mean, float sigma, size_t n)
{
    const double width = sigma, root = 2.50662827463100050242;
    constants c = {mean, (float)(1 / width), (float)(1 / (width * root))};
    if (n > 0)
        density<<<(unsigned)((n + 511) / 512), 512>>>(p, x, c, n);
}
