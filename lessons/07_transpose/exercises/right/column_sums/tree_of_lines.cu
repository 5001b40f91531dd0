/* The lines are added up as a tree, each level behind a barrier. */
#include "column_sums.h"

__global__ void add_columns(int *sums, const int *a, size_t rows, size_t columns)
{
    __shared__ int part[32 * 32];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t column = (size_t)blockIdx.x * 32 + x;
    int sum = 0;
    if (column < columns) {
        for (const int *at = a + y * columns + column; at < a + rows * columns; at += 32 * columns)
            sum += *at;
    }
    part[y * 32 + x] = sum;
    for (unsigned half = 16; half > 0; half /= 2) {
        __syncthreads();
        if (y < half)
            part[y * 32 + x] += part[(y + half) * 32 + x];
    }
    if (y == 0 && column < columns)
        sums[column] = part[x];
}

void column_sums(int *sums, const int *a, size_t rows, size_t columns)
{
    add_columns<<<(unsigned)((columns + 31) / 32), dim3(32, 32)>>>(sums, a, rows, columns);
}
