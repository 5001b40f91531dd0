/* The block's barrier is one of libcu++. */
#include "double_buffer.h"

#include <cuda/barrier>

enum { TILE = 16 };

static __device__ float at(const float *m, size_t row, size_t column, size_t rows, size_t columns)
{
    return row < rows && column < columns ? m[row * columns + column] : 0;
}

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float of_a[2][TILE][TILE], of_b[2][TILE][TILE];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    unsigned now = 0;
    float sum = 0;
    if (x == 0 && y == 0)
        init(&all, TILE * TILE);
    __syncthreads();
    of_a[0][y][x] = at(a, row, x, rows, inner);
    of_b[0][y][x] = at(b, y, column, inner, rows);
    all.arrive_and_wait();
    for (size_t first = 0; first < inner; first += TILE) {
        const float next_a = at(a, row, first + TILE + x, rows, inner);
        const float next_b = at(b, first + TILE + y, column, inner, rows);
        for (unsigned k = 0; k < TILE; k++)
            sum += of_a[now][y][k] * of_b[now][k][x];
        of_a[1 - now][y][x] = next_a;
        of_b[1 - now][y][x] = next_b;
        all.arrive_and_wait();
        now = 1 - now;
    }
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void double_buffer(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows, inner);
}
