/* Two passes: the sum is brought down where a larger element comes. */
#include "safe_softmax.h"

__global__ void softmax(float *y, const float *x, size_t rows, size_t columns)
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float largest = -INFINITY, sum = 0;
    for (size_t k = 0; k < columns; k++) {
        const float before = largest, value = x[row * columns + k];
        largest = fmaxf(before, value);
        sum = sum * expf(before - largest) + expf(value - largest);
    }
    for (size_t k = 0; k < columns; k++)
        y[row * columns + k] = expf(x[row * columns + k] - largest) / sum;
}

void safe_softmax(float *y, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        softmax<<<(unsigned)((rows + 63) / 64), 64>>>(y, x, rows, columns);
}
