/* y = exp(x - max) / sum of those, in each of n rows of 128: a block a row. */
#include <gridstride.cuh>

enum { COLUMNS = 128 };

__global__ void block_per_row(const float *x, float *y)
{
    __shared__ float part[COLUMNS];
    size_t i = (size_t)blockIdx.x * COLUMNS + threadIdx.x;
    float value = x[i];
    part[threadIdx.x] = value;
    for (unsigned half = COLUMNS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + half]);
    }
    __syncthreads();
    float mine = expf(value - part[0]);
    __syncthreads(); /* all have read the maximum */
    part[threadIdx.x] = mine;
    for (unsigned half = COLUMNS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
    y[i] = mine / part[0];
}

void launch_block_per_row(gs_launch at, const float *x, float *y)
{
    if (at.n > 0)
        block_per_row<<<(unsigned)at.n, COLUMNS, 0, at.stream>>>(x, y);
}

size_t rows(size_t n)
{
    return n * COLUMNS;
}

double reference(size_t i, size_t n, const float *x)
{
    const float *row = x + i / COLUMNS * COLUMNS;
    double sum = 0;
    for (int column = 0; column < COLUMNS; column++)
        sum += exp((double)row[column]);
    return exp((double)x[i]) / sum;
}

GRIDSTRIDE("y = exp(x) / sum of exp(x), in each row", gs_sizes("16:16Ki:*4"), gs_blocks(COLUMNS),
           gs_input("x", gs_length(rows)), gs_output("y", gs_length(rows)), gs_reference(reference),
           gs_variant(launch_block_per_row));
