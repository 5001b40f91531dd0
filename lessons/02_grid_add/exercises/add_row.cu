/*
 * Exercise 2.5: one row for all rows.
 *
 * A matrix of 4 x 4 and a row of 4 do not have the same shape, and can be added all the same: the
 * row is added to each row of the matrix. Array languages call it broadcasting. The row is not
 * copied for that; a thread only has to find its element of it.
 *
 *      0  1  2  3                         10 21 32 43
 *      4  5  6  7   +  10 20 30 40   =    14 25 36 47
 *      8  9 10 11                         18 29 40 51
 *     12 13 14 15                         22 33 44 55
 *
 * Here one block of 4 x 4 threads does nearly that, and adds the wrong elements of the row. Find
 * the right ones, and make it work for any number of rows and columns.
 *
 *   ./gridstride check 2.5           says what is still wrong
 *   ./gridstride check 2.5 --hint    one hint further each time
 */
#include "add_row.h"

__global__ void add(int64_t *out, const int64_t *a, const int64_t *row)
{
    size_t c = threadIdx.x;
    size_t r = threadIdx.y;
    out[r * 4 + c] = a[r * 4 + c] + row[r];
}

void add_row(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    dim3 block(4, 4);
    add<<<1, block>>>(out, a, row);
}
