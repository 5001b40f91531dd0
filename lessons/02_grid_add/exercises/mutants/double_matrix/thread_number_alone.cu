/* says: race: . Each element needs a thread of its own: do x and y count over all */
#include "double_matrix.h"

__global__ void twice(float *a, size_t rows, size_t columns)
{
    size_t column = threadIdx.x;
    size_t row = threadIdx.y;
    if (row < rows && column < columns)
        a[row * columns + column] *= 2; /* here */
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    dim3 block(16, 16);
    dim3 grid((unsigned)((columns + 15) / 16), (unsigned)((rows + 15) / 16));
    if (rows > 0)
        twice<<<grid, block>>>(a, rows, columns);
}
