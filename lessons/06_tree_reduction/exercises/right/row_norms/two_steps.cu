/* One kernel for the sums of squares, a block a row, and one for the roots, a thread a row. */
#include "row_norms.h"

__global__ void add_squares(float *sums, const float *x, size_t columns)
{
    extern __shared__ float part[];
    const unsigned t = threadIdx.x;
    const float *row = x + (size_t)blockIdx.x * columns;
    part[t] = 0;
    for (size_t c = 0; c < columns; c += blockDim.x)
        if (c + t < columns)
            part[t] += row[c + t] * row[c + t];
    for (unsigned half = blockDim.x / 2; half >= 1; half /= 2) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void take_roots(float *norms, size_t rows)
{
    size_t r = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
        norms[r] = sqrtf(norms[r]);
}

void row_norms(float *norms, const float *x, size_t rows, size_t columns)
{
    if (rows == 0)
        return;
    add_squares<<<(unsigned)rows, 512, 512 * sizeof(float)>>>(norms, x, columns);
    take_roots<<<(unsigned)((rows + 127) / 128), 128>>>(norms, rows);
}
