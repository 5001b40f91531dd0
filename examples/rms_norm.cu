/* y = x w / sqrt(mean of x x), in each of n rows of 256: a warp a row. */
#include <gridstride.cuh>

enum { COLUMNS = 256 };

__global__ void warp_per_row(size_t n, float epsilon, const float *x, const float *w, float *y)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned lane = threadIdx.x % 32;
    float sum = 0;
    if (row >= n)
        return; /* a whole warp */
    for (unsigned column = lane; column < COLUMNS; column += 32)
        sum += x[row * COLUMNS + column] * x[row * COLUMNS + column];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, distance);
    float factor = rsqrtf(sum / COLUMNS + epsilon);
    for (unsigned column = lane; column < COLUMNS; column += 32)
        y[row * COLUMNS + column] = x[row * COLUMNS + column] * factor * w[column];
}

void launch_warp_per_row(gs_launch at, float epsilon, const float *x, const float *w, float *y)
{
    warp_per_row<<<at.blocks(32 * at.n), at.block, 0, at.stream>>>(at.n, epsilon, x, w, y);
}

size_t rows(size_t n)
{
    return n * COLUMNS;
}

double reference(size_t i, size_t n, float epsilon, const float *x, const float *w)
{
    const float *row = x + i / COLUMNS * COLUMNS;
    double sum = 0;
    for (int column = 0; column < COLUMNS; column++)
        sum += (double)row[column] * row[column];
    return x[i] / sqrt(sum / COLUMNS + epsilon) * w[i % COLUMNS];
}

GRIDSTRIDE("y = x w / sqrt(mean of x x), in each row", gs_sizes("16:16Ki:*4"),
           gs_scalar("epsilon", 1e-6), gs_input("x", gs_length(rows)),
           gs_input("w", gs_length(COLUMNS)), gs_output("y", gs_length(rows)),
           gs_reference(reference), gs_variant(launch_warp_per_row));
