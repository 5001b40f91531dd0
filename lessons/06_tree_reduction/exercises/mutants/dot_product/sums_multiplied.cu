/* says: wrong-value: and the sums multiplied */
#include "dot_product.h"

__global__ void add_up(float *total, const float *x, const float *y, size_t n)
{
    __shared__ float part[256], of_y[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    part[t] = i < n ? x[i] : 0;
    of_y[t] = i < n ? y[i] : 0;
    __syncthreads();
    for (unsigned half = 128; half > 0; half /= 2) {
        if (t < half) {
            part[t] += part[t + half];
            of_y[t] += of_y[t + half];
        }
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, part[0] * of_y[0]);
}

void dot_product(float *total, const float *x, const float *y, size_t n)
{
    cudaMemset(total, 0, sizeof *total);
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(total, x, y, n);
}
