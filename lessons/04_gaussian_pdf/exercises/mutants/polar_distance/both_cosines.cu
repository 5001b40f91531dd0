/* says: wrong-value: with the same function */
#include "polar_distance.h"

struct point {
    float x, y;
};

__device__ point to_cartesian(float rho, float theta)
{
    return {rho * cosf(theta), rho * cosf(theta)};
}

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        point p = to_cartesian(rho1[i], theta1[i]), q = to_cartesian(rho2[i], theta2[i]);
        float dx = p.x - q.x, dy = p.y - q.y;
        d[i] = sqrtf(dx * dx + dy * dy);
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
