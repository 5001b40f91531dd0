/* says: does-not-compile: __device__ */
#include "polar_distance.h"

__global__ void to_cartesian(float rho, float theta, float *x, float *y)
{
    sincosf(theta, y, x);
    *x *= rho;
    *y *= rho;
}

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x1, y1, x2, y2;
    to_cartesian(rho1[i], theta1[i], &x1, &y1); /* here */
    to_cartesian(rho2[i], theta2[i], &x2, &y2);
    d[i] = hypotf(x1 - x2, y1 - y2);
}

void polar_distance(float *d, const float *rho1, const float *theta1, const float *rho2,
                    const float *theta2, size_t n)
{
    if (n > 0)
        distances<<<(unsigned)((n + 63) / 64), 64>>>(d, rho1, theta1, rho2, theta2, n);
}
