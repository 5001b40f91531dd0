/* CUDA's own pair of floats, and a function for host and device. */
#include "polar_distance.h"

__host__ __device__ inline float2 at(float rho, float theta)
{
    return make_float2(rho * cosf(theta), rho * sinf(theta));
}

__device__ inline float norm(float2 v)
{
    return sqrtf(v.x * v.x + v.y * v.y);
}

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 p = at(rho1[i], theta1[i]), q = at(rho2[i], theta2[i]);
        d[i] = norm(make_float2(q.x - p.x, q.y - p.y));
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
