/* A warp for each row, whose lanes keep the largest and the sum together. */
#include "safe_softmax.h"
#include <math_constants.h>
struct part {
    float m, s;
};
__device__ __forceinline__ part join(part a, part b)
{
    const float m = fmaxf(a.m, b.m);
    if (m == -CUDART_INF_F)
        return {m, 0};
    return {m, a.s * expf(a.m - m) + b.s * expf(b.m - m)};
}
__global__ void softmax(float *y, const float *x, size_t rows, size_t columns)
{
    const size_t row = blockIdx.x * (size_t)blockDim.y + threadIdx.y;
    if (row >= rows)
        return; /* a whole warp */
    const float *from = x + row * columns;
    part p{-CUDART_INF_F, 0};
    for (size_t k = threadIdx.x; k < columns; k += warpSize)
        p = join(p, part{from[k], 1});
    for (int d = 1; d < 32; d <<= 1)
        p = join(p, part{__shfl_xor_sync(~0u, p.m, d), __shfl_xor_sync(~0u, p.s, d)});
    for (size_t k = threadIdx.x; k < columns; k += warpSize)
        y[row * columns + k] = expf(from[k] - p.m) / p.s;
}
void safe_softmax(float *y, const float *x, size_t rows, size_t columns)
{
    const dim3 block(32, 4);
    if (rows && columns)
        softmax<<<(unsigned)((rows + 3) / 4), block>>>(y, x, rows, columns);
}
