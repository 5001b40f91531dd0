/* says: last-rows-left-out: drops the remainder */
#include "column_sums.h"

enum { LINES = 8 };
__global__ void add_columns(int *sums, const int *a, size_t rows, size_t columns)
{
    __shared__ int part[LINES][32];
    size_t column = (size_t)blockIdx.x * 32 + threadIdx.x;
    int sum = 0;
    if (column < columns)
        for (size_t row = threadIdx.y * (rows / LINES); row < (threadIdx.y + 1) * (rows / LINES);
             row++)
            sum += a[row * columns + column];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && column < columns) {
        for (int y = 1; y < LINES; y++)
            sum += part[y][threadIdx.x];
        sums[column] = sum;
    }
}
void column_sums(int *sums, const int *a, size_t rows, size_t columns)
{
    add_columns<<<(unsigned)((columns + 31) / 32), dim3(32, LINES)>>>(sums, a, rows, columns);
}
