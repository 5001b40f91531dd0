/* says: wrong-value: taken for degrees */
#include "polar_distance.h"

struct point {
    float x, y;
};
__device__ point to_xy(float rho, float theta)
{
    float t = theta * 3.14159265f / 180;
    return point{rho * cosf(t), rho * sinf(t)};
}

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        point p = to_xy(rho1[i], theta1[i]), q = to_xy(rho2[i], theta2[i]);
        d[i] = sqrtf((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
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
