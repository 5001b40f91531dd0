/* A thread for each element: exp(x - log of the row's sum). */
#include "safe_softmax.h"

__global__ void softmax(float *y, const float *x, size_t rows, size_t columns)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * columns)
        return;
    const float *from = x + i / columns * columns;
    float largest = -1001, sum = 0;
    for (size_t k = 0; k < columns; k++)
        largest = from[k] > largest ? from[k] : largest;
    for (size_t k = 0; k < columns; k++)
        sum += __expf(from[k] - largest);
    y[i] = expf(x[i] - largest - logf(sum));
}

void safe_softmax(float *y, const float *x, size_t rows, size_t columns)
{
    const size_t blocks = (rows * columns + 127) / 128;
    if (blocks > 0)
        softmax<<<(unsigned)blocks, 128>>>(y, x, rows, columns);
}
