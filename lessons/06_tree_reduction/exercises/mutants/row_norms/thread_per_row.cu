/* says: uncoalesced: Neighbouring threads touch addresses 4256 bytes apart */
#include "row_norms.h"

__global__ void norm(float *norms, const float *x, size_t rows, size_t columns)
{
    size_t r = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0;
        for (size_t c = 0; c < columns; c++)
            sum += x[r * columns + c] * x[r * columns + c]; /* here */
        norms[r] = sqrtf(sum);
    }
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    unsigned grid = (unsigned)((rows + 255) / 256);
    if (grid > 0)
        norm<<<grid, 256>>>(norms, x, rows, columns);
}
