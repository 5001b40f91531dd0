/* says: past-the-end: there `row` is */
#include "rising_heat.h"

enum { STRIP = 16 };

__global__ void rise(float *out, const float *in, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * STRIP;
    if (column >= columns)
        return;
    float above = row > 0 ? in[(row - 1) * columns + column] : 0;
    float here = in[row * columns + column];
    for (size_t end = min(row + STRIP, rows); row < end; row++) {
        float below = in[(row + 1) * columns + column]; /* here */
        out[row * columns + column] = here / 2 + below / 4 + above / 8;
        above = here;
        here = below;
    }
}

void rising_heat(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 block(64);
    dim3 grid((unsigned)((columns + 63) / 64), (unsigned)((rows + STRIP - 1) / STRIP));
    if (rows > 0)
        rise<<<grid, block>>>(out, in, rows, columns);
}
