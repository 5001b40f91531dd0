/* One dimension: a step to the other side of the same row. */
#include "mirror_image.h"

__global__ void mirror(int *out, const int *in, size_t count, size_t columns)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    size_t column = i % columns, first = i - column;
    out[first + columns - 1 - column] = in[i];
}

void mirror_image(int *out, const int *in, size_t rows, size_t columns)
{
    size_t count = rows * columns;
    if (count > 0)
        mirror<<<(unsigned)((count + 255) / 256), 256>>>(out, in, count, columns);
}
