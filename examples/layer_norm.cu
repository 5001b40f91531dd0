/* y = (x - mean) / deviation, in each of n rows of 256; the means are an output too. A thread a row
 * reads far apart, a warp a row side by side. */
#include <gridstride.cuh>

enum { COLUMNS = 256 };

__global__ void thread_per_row(size_t n, const float *x, float *y, float *means)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0, squares = 0;
    for (int column = 0; column < COLUMNS; column++)
        sum += x[row * COLUMNS + column];
    float mean = sum / COLUMNS;
    for (int column = 0; column < COLUMNS; column++) {
        float off = x[row * COLUMNS + column] - mean;
        squares += off * off;
    }
    for (int column = 0; column < COLUMNS; column++)
        y[row * COLUMNS + column] = (x[row * COLUMNS + column] - mean) * rsqrtf(squares / COLUMNS);
    means[row] = mean;
}

__device__ float warp_sum(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    return value;
}

__global__ void warp_per_row(size_t n, const float *x, float *y, float *means)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned lane = threadIdx.x % 32;
    float own[COLUMNS / 32], sum = 0, squares = 0;
    if (row >= n)
        return; /* a whole warp */
    for (int k = 0; k < COLUMNS / 32; k++)
        sum += own[k] = x[row * COLUMNS + 32 * k + lane];
    float mean = warp_sum(sum) / COLUMNS;
    for (int k = 0; k < COLUMNS / 32; k++)
        squares += (own[k] - mean) * (own[k] - mean);
    float factor = rsqrtf(warp_sum(squares) / COLUMNS);
    for (int k = 0; k < COLUMNS / 32; k++)
        y[row * COLUMNS + 32 * k + lane] = (own[k] - mean) * factor;
    if (lane == 0)
        means[row] = mean;
}

void launch_thread_per_row(gs_launch at, const float *x, float *y, float *means)
{
    thread_per_row<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y, means);
}

void launch_warp_per_row(gs_launch at, const float *x, float *y, float *means)
{
    warp_per_row<<<at.blocks(32 * at.n), at.block, 0, at.stream>>>(at.n, x, y, means);
}

size_t rows(size_t n)
{
    return n * COLUMNS;
}

double mean_of(size_t row, size_t n, const float *x)
{
    double sum = 0;
    for (int column = 0; column < COLUMNS; column++)
        sum += x[row * COLUMNS + column];
    return sum / COLUMNS;
}

double normal(size_t i, size_t n, const float *x)
{
    size_t row = i / COLUMNS;
    double mean = mean_of(row, n, x), squares = 0;
    for (int column = 0; column < COLUMNS; column++)
        squares += (x[row * COLUMNS + column] - mean) * (x[row * COLUMNS + column] - mean);
    return (x[i] - mean) / sqrt(squares / COLUMNS);
}

/* Two outputs: a reference for each, in their order. */
GRIDSTRIDE("y = (x - mean) / deviation, in each row", gs_sizes("16:4Ki:*4"),
           gs_input("x", gs_length(rows)), gs_output("y", gs_length(rows)), gs_output("means"),
           gs_reference(normal), gs_reference(mean_of), gs_variant(launch_thread_per_row),
           gs_variant(launch_warp_per_row));
