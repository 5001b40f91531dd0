/* Down to lane 0, which then tells all. */
#include "log_sums.h"

__global__ void logarithms(float *out, const float *x, size_t rows, size_t columns)
{
    const unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (size_t row = blockIdx.x * warps + threadIdx.x / 32; row < rows; row += gridDim.x * warps) {
        const float *from = x + row * columns;
        float largest = from[0], sum = 0;
        for (size_t k = lane; k < columns; k += 32)
            largest = fmaxf(largest, from[k]);
        for (unsigned step = 16; step > 0; step /= 2)
            largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, step));
        largest = __shfl_sync(0xffffffff, largest, 0);
        for (size_t k = lane; k < columns; k += 32)
            sum += expf(from[k] - largest);
        for (unsigned step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, step);
        if (lane == 0)
            out[row] = largest + logf(sum);
    }
}

void log_sums(float *out, const float *x, size_t rows, size_t columns)
{
    const size_t blocks = (rows + 1) / 2;
    if (rows > 0)
        logarithms<<<(unsigned)(blocks < 1024 ? blocks : 1024), 64>>>(out, x, rows, columns);
}
