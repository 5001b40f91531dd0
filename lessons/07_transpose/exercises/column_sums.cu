/*
 * Exercise 7.3: the sum along an axis.
 *
 * sums[c] is the sum of column c. Here each column has one thread. Neighbours read neighbours, and
 * the sums are right; but a matrix with many rows and few columns keeps few threads busy, one row
 * after the other. Let a block have 32 columns, and several lines of threads: line y adds up rows
 * y, y + LINES, y + 2 * LINES and so on. Then the lines' sums are added up in shared memory.
 *
 *   ./gridstride check 7.3           says what is still wrong
 *   ./gridstride check 7.3 --hint    one hint further each time
 */
#include "column_sums.h"

__global__ void add_columns(int *sums, const int *a, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    int sum = 0;
    for (size_t row = 0; row < rows; row++)
        sum += a[row * columns + column];
    sums[column] = sum;
}

void column_sums(int *sums, const int *a, size_t rows, size_t columns)
{
    add_columns<<<(unsigned)((columns + 31) / 32), 32>>>(sums, a, rows, columns);
}
