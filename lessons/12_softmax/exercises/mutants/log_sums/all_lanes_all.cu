/* says: counted-twice: the sum is 32 times what it is to be */
#include "log_sums.h"
__global__ void logarithms(float *out, const float *x, size_t rows, size_t columns)
{
    const size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float *from = x + row * columns;
    float largest = -INFINITY, sum = 0;
    for (size_t k = 0; k < columns; k++)
        largest = fmaxf(largest, from[k]);
    for (size_t k = 0; k < columns; k++)
        sum += expf(from[k] - largest);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0)
        out[row] = largest + logf(sum);
}
void log_sums(float *out, const float *x, size_t rows, size_t columns)
{
    const size_t threads = rows * 32;
    if (rows > 0)
        logarithms<<<(unsigned)((threads + 127) / 128), 128>>>(out, x, rows, columns);
}
