/* says: race: `row` begins at 1 for the one, and at 0 for the other */
#include "rising_heat.h"

enum { STRIP = 16 };

__global__ void rise(float *out, const float *in, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = blockIdx.y; /* here */
    if (column >= columns || row >= rows)
        return;
    float above = row > 0 ? in[(row - 1) * columns + column] : 0;
    float here = in[row * columns + column];
    for (size_t end = row + STRIP; row < end && row < rows; row++) {
        float below = row + 1 < rows ? in[(row + 1) * columns + column] : 0;
        out[row * columns + column] = here / 2 + below / 4 + above / 8;
        above = here;
        here = below;
    }
}

void rising_heat(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 block(64);
    dim3 grid((columns + 63) / 64, (rows + STRIP - 1) / STRIP);
    if (rows > 0)
        rise<<<grid, block>>>(out, in, rows, columns);
}
