/* says: warned: `x` is the function's own copy */
#include "polar_distance.h"

__device__ void to_xy(float rho, float theta, float x, float y) /* here */
{
    x = rho * cosf(theta);
    y = rho * sinf(theta);
}

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x1, y1, x2, y2;
        to_xy(rho1[i], theta1[i], x1, y1);
        to_xy(rho2[i], theta2[i], x2, y2);
        d[i] = sqrtf((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2));
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
