/*
 * Exercise 2.2: rows and columns.
 *
 * One block of 4 x 4 threads doubles a matrix of 4 x 4 elements. Make it work for any number of
 * rows and columns: hand both to the kernel, launch a grid of blocks in x and y, with 16 x 16
 * threads in each, and find out in the kernel which row and which column are this thread's, and
 * whether the matrix has them. A row of the matrix lies in memory as a piece: let x run along it.
 *
 *   ./gridstride check 2.2           says what is still wrong
 *   ./gridstride check 2.2 --hint    one hint further each time
 */
#include "double_matrix.h"

__global__ void twice(float *a)
{
    size_t column = threadIdx.x;
    size_t row = threadIdx.y;
    a[row * 4 + column] *= 2;
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    dim3 block(4, 4);
    twice<<<1, block>>>(a);
}
