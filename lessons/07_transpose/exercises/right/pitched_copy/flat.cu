/* One dimension: the number of an element of `in` is its row and its column. */
#include "pitched_copy.h"

__global__ void copy(float *out, size_t pitch, const float *in, size_t n, size_t columns)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i / columns * pitch + i % columns] = in[i];
}

void pitched_copy(float *out, size_t pitch, const float *in, size_t rows, size_t columns)
{
    size_t n = rows * columns;
    if (n > 0)
        copy<<<(unsigned)((n + 255) / 256), 256>>>(out, pitch, in, n, columns);
}
