/* says: too-many-barriers: One barrier a turn is enough here */
/* The same, where all threads of the block are one tile of a cooperative group. */
#include "double_buffer.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
enum { TILE = 16 };
__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float from_a[TILE][TILE];
    __shared__ float from_b[TILE][TILE];
    __shared__ cg::block_tile_memory<256> memory;
    auto tile = cg::tiled_partition<256>(cg::this_thread_block(memory));
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    float sum = 0;
    for (size_t first = 0; first < inner; first += TILE) {
        from_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : 0;
        from_b[y][x] = first + y < inner && column < rows ? b[(first + y) * rows + column] : 0;
        tile.sync();
        for (unsigned k = 0; k < TILE; k++)
            sum += from_a[y][k] * from_b[k][x];
        tile.sync();
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
