/* No place is left empty: each line of the tile has its elements in an order of its own. */
#include "turn_matrix.h"

__global__ void turn(float *out, const float *in, size_t rows, size_t columns)
{
    __shared__ float tile[32 * 32];
    const unsigned x = threadIdx.x, line = threadIdx.y;
    size_t row = (size_t)blockIdx.y * 32 + line, column = (size_t)blockIdx.x * 32 + x;
    if (row < rows && column < columns)
        tile[line * 32 + (x ^ line)] = in[row * columns + column];
    __syncthreads();
    row = (size_t)blockIdx.x * 32 + line, column = (size_t)blockIdx.y * 32 + x;
    if (row < columns && column < rows)
        out[row * rows + column] = tile[x * 32 + (line ^ x)];
}

void turn_matrix(float *out, const float *in, size_t rows, size_t columns)
{
    if (rows > 0)
        turn<<<dim3((unsigned)(columns + 31) / 32, (unsigned)(rows + 31) / 32), dim3(32, 32)>>>(
            out, in, rows, columns);
}
