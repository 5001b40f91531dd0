/*
 * Exercise 9.2: a product of matrices, four rows a thread.
 *
 * In exercise 2.9 a thread has one element of c, and loads two elements for each multiplication. If
 * it has four elements of c that lie one below the other, they all need the same element of b: it
 * is loaded once, and used four times. The four sums are in registers. Which elements of a do they
 * need? And what if `rows` is no multiple of four?
 *
 *   ./gridstride check 9.2           says what is still wrong
 *   ./gridstride check 9.2 --hint    one hint further each time
 */
#include "four_rows.h"

enum { EACH = 4 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t first = EACH * ((size_t)blockIdx.y * blockDim.y + threadIdx.y);
    float sums[EACH] = {};
    /* TODO: add up the terms of rows first to first + 3 */
    for (size_t i = 0; i < EACH; i++) {
        if (first + i < rows && column < rows)
            c[(first + i) * rows + column] = sums[i];
    }
}

void four_rows(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned across = (unsigned)((rows + 31) / 32), down = (unsigned)((rows + 31) / 32);
    if (rows > 0)
        multiply<<<dim3(across, down), dim3(32, 32 / EACH)>>>(c, a, b, rows, inner);
}
