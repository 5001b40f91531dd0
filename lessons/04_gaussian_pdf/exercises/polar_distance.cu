/*
 * Exercise 4.1: a device function of your own.
 *
 * Two points are given by radius and angle; d[i] is to be the distance between them. Turn each of
 * them into x and y, by one function that the kernel calls twice:
 *
 *     x = rho cos(theta)        y = rho sin(theta)
 *
 *   ./gridstride check 4.1           says what is still wrong
 *   ./gridstride check 4.1 --hint    one hint further each time
 */
#include "polar_distance.h"

struct point {
    float x, y;
};

/* TODO: a function that returns the point at radius rho and angle theta, for kernels to call */

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        /* TODO: both points, and the distance between them */
        d[i] = 0;
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
