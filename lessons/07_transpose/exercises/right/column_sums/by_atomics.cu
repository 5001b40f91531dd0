/* Blocks of several bands of rows add to the same sums, which are 0 first. */
#include "column_sums.h"

__global__ void add_band(int *sums, const int *a, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (size_t row = (size_t)blockIdx.y * 16; row < rows && row < blockIdx.y * 16 + 16; row++)
        sum += column < columns ? a[row * columns + column] : 0;
    if (column < columns)
        atomicAdd(&sums[column], sum);
}

void column_sums(int *sums, const int *a, size_t rows, size_t columns)
{
    cudaMemsetAsync(sums, 0, columns * sizeof *sums);
    if (rows > 0)
        add_band<<<dim3((unsigned)(columns + 63) / 64, (unsigned)(rows + 15) / 16), 64>>>(
            sums, a, rows, columns);
}
