/*
 * Exercise 6.6: find three mistakes.
 *
 * Each block finds the largest of 256 elements, by a tree in shared memory. The kernel is wrong in
 * three ways, and often its results are right all the same. Let the inspector find them: lesson 6
 * has a program, three.cu, around this file.
 *
 *   ./gridstride inspect three.cu    what is wrong with the kernel, and in which line
 *   ./gridstride check 6.6           whether all of it is mended
 *   ./gridstride check 6.6 --hint    one hint further each time
 */
#include "three_mistakes.h"

#include <math.h>

__global__ void find_largest(float *largest, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    if (i <= n)
        part[t] = x[i];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] = fmaxf(part[t], part[t + half]);
    }
    if (t == 0)
        largest[blockIdx.x] = part[0];
}

void three_mistakes(float *largest, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        find_largest<<<grid, 256>>>(largest, x, n);
}
