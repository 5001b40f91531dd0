/* says: past-the-end: `from` is `x + row * columns` */
#include "safe_softmax.h"

__global__ void softmax(float *y, const float *x, size_t rows, size_t columns)
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (columns == 0)
        return;
    const float *from = x + row * columns;
    float *to = y + row * columns;
    float largest = from[0]; /* here */
    for (size_t k = 1; k < columns; k++)
        largest = fmaxf(largest, from[k]);
    float sum = 0;
    for (size_t k = 0; k < columns; k++)
        sum += expf(from[k] - largest);
    for (size_t k = 0; k < columns; k++)
        to[k] = expf(from[k] - largest) / sum;
}

void safe_softmax(float *y, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        softmax<<<(unsigned)((rows + 31) / 32), 32>>>(y, x, rows, columns);
}
