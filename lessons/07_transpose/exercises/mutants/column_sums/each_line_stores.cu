/* says: race: add up the sums of all threads first */
#include "column_sums.h"

enum { LINES = 8 };

__global__ void add_columns(int *sums, const int *a, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * 32 + threadIdx.x;
    int sum = 0;
    if (column < columns) {
        for (size_t row = threadIdx.y; row < rows; row += LINES)
            sum += a[row * columns + column];
        sums[column] = sum; /* here */
    }
}

void column_sums(int *sums, const int *a, size_t rows, size_t columns)
{
    add_columns<<<(unsigned)((columns + 31) / 32), dim3(32, LINES)>>>(sums, a, rows, columns);
}
