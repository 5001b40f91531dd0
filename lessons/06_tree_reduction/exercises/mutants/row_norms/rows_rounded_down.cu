/* says: rounded-down: on, were never computed: does a division of `rows` drop the remainder? */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    const unsigned lane = threadIdx.x;
    const size_t r = (size_t)blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows)
        return;
    float sum = 0;
    for (size_t c = lane; c < columns; c += 32) {
        float value = x[r * columns + c];
        sum = fmaf(value, value, sum);
    }
    for (int distance = 16; distance > 0; distance >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (lane == 0)
        norms[r] = sqrtf(sum);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    dim3 block(32, 8);
    if (rows >= block.y)
        norm<<<(unsigned)(rows / block.y), block>>>(norms, x, rows, columns);
}
