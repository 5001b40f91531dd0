/* says: own-largest: relative to different numbers */
#include "log_sums.h"

__global__ void logarithms(float *out, const float *x, size_t rows, size_t columns)
{
    const size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = thread / 32;
    const unsigned lane = thread % 32;
    if (row >= rows)
        return;
    const float *from = x + row * columns;
    float largest = -INFINITY, sum = 0;
    for (size_t k = lane; k < columns; k += 32)
        largest = fmaxf(largest, from[k]);
    for (size_t k = lane; k < columns; k += 32)
        sum += expf(from[k] - largest);
    for (unsigned step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, step);
    if (lane == 0)
        out[row] = largest + logf(sum);
}

void log_sums(float *out, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        logarithms<<<(unsigned)((rows + 3) / 4), 128>>>(out, x, rows, columns);
}
