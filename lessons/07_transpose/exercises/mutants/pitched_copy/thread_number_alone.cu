/* says: race: the threads of the blocks before it are not counted */
#include "pitched_copy.h"

__global__ void copy(float *out, size_t pitch, const float *in, size_t rows, size_t columns)
{
    size_t column = threadIdx.x, row = threadIdx.y;
    if (row < rows && column < columns)
        out[row * pitch + column] = in[row * columns + column]; /* here */
}

void pitched_copy(float *out, size_t pitch, const float *in, size_t rows, size_t columns)
{
    dim3 block(32, 8);
    dim3 grid((unsigned)((columns + 31) / 32), (unsigned)((rows + 7) / 8));
    if (rows > 0)
        copy<<<grid, block>>>(out, pitch, in, rows, columns);
}
