/* One pass: lanes have a largest element and a sum, and join both at once. */
#include "log_sums.h"

__global__ void logarithms(float *out, const float *x, size_t rows, size_t columns)
{
    const size_t row = (size_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float largest = -1e30f, sum = 0;
    for (size_t k = lane; k < columns; k += 32) {
        const float value = x[row * columns + k], both = fmaxf(largest, value);
        sum = sum * expf(largest - both) + expf(value - both);
        largest = both;
    }
    for (unsigned step = 1; step < 32; step *= 2) {
        const float other = __shfl_xor_sync(0xffffffff, largest, step);
        const float its_sum = __shfl_xor_sync(0xffffffff, sum, step);
        const float both = fmaxf(largest, other);
        sum = sum * expf(largest - both) + its_sum * expf(other - both);
        largest = both;
    }
    if (lane == 0)
        out[row] = largest + logf(sum);
}

void log_sums(float *out, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        logarithms<<<(unsigned)((rows + 7) / 8), 256>>>(out, x, rows, columns);
}
