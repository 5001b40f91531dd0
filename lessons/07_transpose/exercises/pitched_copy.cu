/*
 * Exercise 7.1: a matrix copied by rows and columns.
 *
 * The rows of `out` are farther apart than they are long: each begins at a multiple of `pitch`, as
 * cudaMallocPitch() lays them out, so that all of them begin at a sector. Copy the matrix with
 * two-dimensional blocks: a thread finds its row and its column, and with these the two places.
 * Leave alone what lies behind the rows of `out`.
 *
 *   ./gridstride check 7.1           says what is still wrong
 *   ./gridstride check 7.1 --hint    one hint further each time
 */
#include "pitched_copy.h"

__global__ void copy(float *out, size_t pitch, const float *in, size_t rows, size_t columns)
{
    /* TODO: which row and which column are this thread's, and does the matrix have them? */
}

void pitched_copy(float *out, size_t pitch, const float *in, size_t rows, size_t columns)
{
    dim3 block(32, 8);
    /* TODO: how many blocks in x, and how many in y? */
}
