/* Only the angle between the points matters, so one sine does; and the grid strides. */
#include "polar_distance.h"

static __device__ float distance_of(float rho1, float theta1, float rho2, float theta2)
{
    const float along = rho1 - rho2, half = sinf((theta1 - theta2) * 0.5f);
    return sqrtf(along * along + 4 * rho1 * rho2 * half * half);
}

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        d[i] = distance_of(rho1[i], theta1[i], rho2[i], theta2[i]);
}

void polar_distance(float *d, const float *rho1, const float *theta1, const float *rho2,
                    const float *theta2, size_t n)
{
    distances<<<1024, 192>>>(d, rho1, theta1, rho2, theta2, n);
}
