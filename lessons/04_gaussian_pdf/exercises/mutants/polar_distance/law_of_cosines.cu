/* says: cancellation: law of cosines */
#include "polar_distance.h"

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float r = rho1[i], s = rho2[i];
        float square = r * r + s * s - 2 * r * s * cosf(theta1[i] - theta2[i]);
        d[i] = sqrtf(fmaxf(square, 0.0f));
    }
}

void polar_distance(float *d, const float *rho1, const float *theta1, const float *rho2,
                    const float *theta2, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        distances<<<grid, block>>>(d, rho1, theta1, rho2, theta2, n);
}
