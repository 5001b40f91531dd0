/*
 * Exercise 6.3: the length of each row.
 *
 * norms[r] is the L2 norm of row r of a matrix: the root of the sum of the squares. Here each
 * thread walks along a row of its own. The norms are right, but neighbouring threads are a whole
 * row apart at each step, so nearly all that the memory delivers is thrown away. Let all threads of
 * a block work on one row: neighbours on neighbouring columns, then a tree. A row may be longer or
 * shorter than a block.
 *
 *   ./gridstride check 6.3           says what is still wrong
 *   ./gridstride check 6.3 --hint    one hint further each time
 */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    size_t r = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0;
        for (size_t c = 0; c < columns; c++)
            sum += x[r * columns + c] * x[r * columns + c];
        norms[r] = sqrtf(sum);
    }
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    unsigned grid = (unsigned)((rows + 255) / 256);
    if (grid > 0)
        norm<<<grid, 256>>>(norms, x, rows, columns);
}
