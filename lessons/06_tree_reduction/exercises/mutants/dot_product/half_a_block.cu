/* says: uninitialised: A block of this launch has 64 threads, and the array 256 elements */
#include "dot_product.h"

__global__ void add_up(float *total, const float *x, const float *y, size_t n)
{
    __shared__ float part[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] * y[i] : 0;
    __syncthreads();
    for (unsigned half = 128; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half]; /* here */
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, part[0]);
}

void dot_product(float *total, const float *x, const float *y, size_t n)
{
    cudaMemset(total, 0, sizeof *total);
    if (n > 0)
        add_up<<<(unsigned)((n + 63) / 64), 64>>>(total, x, y, n);
}
