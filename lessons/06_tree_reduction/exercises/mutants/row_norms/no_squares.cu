/* says: root-too-early: which are also the roots */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    __shared__ float part[256];
    const size_t r = blockIdx.x;
    const unsigned t = threadIdx.x;
    float sum = 0;
    for (size_t c = t; c < columns; c += 256)
        sum += fabsf(x[r * columns + c]);
    part[t] = sum;
    __syncthreads();
    for (unsigned half = 128; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        norms[r] = sqrtf(part[0] * part[0]);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        norm<<<(unsigned)rows, 256>>>(norms, x, rows, columns);
}
