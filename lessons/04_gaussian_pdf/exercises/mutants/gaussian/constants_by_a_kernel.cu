/* says: too-many-launches: on the host */
#include "gaussian.h"

struct constants {
    float mean;
    float inverse; /* 1 / sigma */
    float peak;    /* 1 / (sigma sqrt(2 pi)) */
};

__global__ void prepare(constants *c, float mean, float sigma)
{
    c->mean = mean;
    c->inverse = 1 / sigma;
    c->peak = 1 / (sigma * sqrtf(2 * 3.14159265f));
}

__global__ void density(float *p, const float *x, const constants *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float z = (x[i] - c->mean) * c->inverse;
        p[i] = expf(-0.5f * z * z) * c->peak;
    }
}

void gaussian(float *p, const float *x, float mean, float sigma, size_t n)
{
    constants *c;
    cudaMalloc(&c, sizeof *c);
    prepare<<<1, 1>>>(c, mean, sigma); /* here */
    if (n > 0)
        density<<<(unsigned)((n + 255) / 256), 256>>>(p, x, c, n);
    cudaFree(c);
}
