/* says: too-many-barriers: One barrier a turn is enough here */
/* The same with a flag for each warp, which one of its threads looks at. */
#include "double_buffer.h"

enum { TILE = 16 };

static __device__ void meet(volatile unsigned *arrived, unsigned *round)
{
    const unsigned thread = threadIdx.y * TILE + threadIdx.x;
    *round += 1;
    __syncwarp();
    if (thread % 32 == 0) {
        __threadfence_block();
        arrived[thread / 32] = *round;
        for (unsigned w = 0; w < TILE * TILE / 32; w++)
            while (arrived[w] < *round)
                ;
        __threadfence_block();
    }
    __syncwarp();
}
__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float from_a[TILE][TILE];
    __shared__ float from_b[TILE][TILE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    float sum = 0;
    __shared__ unsigned arrived[8];
    unsigned round = 0;
    if (y == 0 && x < 8)
        arrived[x] = 0;
    __syncthreads();
    for (size_t first = 0; first < inner; first += TILE) {
        from_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : 0;
        from_b[y][x] = first + y < inner && column < rows ? b[(first + y) * rows + column] : 0;
        meet(arrived, &round);
        for (unsigned k = 0; k < TILE; k++)
            sum += from_a[y][k] * from_b[k][x];
        meet(arrived, &round);
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
