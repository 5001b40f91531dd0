/* The next tiles are copied past the registers, while these are used. */
#include "double_buffer.h"

#include <cuda_pipeline.h>

enum { TILE = 16 };

struct tiles {
    float of_a[TILE][TILE], of_b[TILE][TILE];
};

static __device__ void copy_later(float *to, const float *matrix, size_t i, bool inside)
{
    __pipeline_memcpy_async(to, inside ? &matrix[i] : matrix, sizeof *to, inside ? 0 : sizeof *to);
}

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ struct tiles pairs[2];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    float sum = 0;
    for (size_t first = 0; first < inner + TILE; first += TILE) {
        struct tiles *next = &pairs[first / TILE % 2], *these = &pairs[1 - first / TILE % 2];
        if (first < inner) {
            copy_later(&next->of_a[y][x], a, row * inner + first + x,
                       row < rows && first + x < inner);
            copy_later(&next->of_b[y][x], b, (first + y) * rows + column,
                       first + y < inner && column < rows);
            __pipeline_commit();
        }
        for (unsigned k = 0; k < TILE && first > 0; k++)
            sum += these->of_a[y][k] * these->of_b[k][x];
        __pipeline_wait_prior(0);
        __syncthreads();
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
