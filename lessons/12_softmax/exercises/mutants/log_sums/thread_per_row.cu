/* says: uncoalesced: Let neighbouring threads take neighbouring elements */
#include "log_sums.h"

__global__ void logarithms(float *out, const float *x, size_t rows, size_t columns)
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *from = x + row * columns;
    float largest = from[0], sum = 0;
    for (size_t k = 1; k < columns; k++)
        largest = fmaxf(largest, from[k]);
    for (size_t k = 0; k < columns; k++)
        sum += expf(from[k] - largest); /* here */
    out[row] = largest + logf(sum);
}

void log_sums(float *out, const float *x, size_t rows, size_t columns)
{
    if (rows > 0)
        logarithms<<<(unsigned)((rows + 127) / 128), 128>>>(out, x, rows, columns);
}
