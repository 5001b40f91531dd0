/* b[column][row] = a[row][column], n rows and n columns: through shared memory, and without. */
#include <gridstride.cuh>

__global__ void direct(unsigned n, const float *a, float *b)
{
    unsigned column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (column < n && row < n)
        b[(size_t)column * n + row] = a[(size_t)row * n + column];
}

__global__ void tiled(unsigned n, const float *a, float *b)
{
    __shared__ float tile[32][33]; /* a column more: no two rows of a column in one bank */
    unsigned column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    for (unsigned k = 0; k < 32; k += 8)
        if (column < n && row + k < n)
            tile[threadIdx.y + k][threadIdx.x] = a[(size_t)(row + k) * n + column];
    __syncthreads();
    column = blockIdx.y * 32 + threadIdx.x;
    row = blockIdx.x * 32 + threadIdx.y;
    for (unsigned k = 0; k < 32; k += 8)
        if (column < n && row + k < n)
            b[(size_t)(row + k) * n + column] = tile[threadIdx.x][threadIdx.y + k];
}

void launch_direct(gs_launch at, const float *a, float *b)
{
    dim3 blocks((unsigned)(at.n + 31) / 32, (unsigned)(at.n + 7) / 8);
    if (at.n > 0)
        direct<<<blocks, dim3(32, 8), 0, at.stream>>>((unsigned)at.n, a, b);
}

void launch_tiled(gs_launch at, const float *a, float *b)
{
    unsigned tiles = (unsigned)(at.n + 31) / 32;
    if (at.n > 0)
        tiled<<<dim3(tiles, tiles), dim3(32, 8), 0, at.stream>>>((unsigned)at.n, a, b);
}

size_t matrix(size_t n)
{
    return n * n;
}

double reference(size_t i, size_t n, const float *a)
{
    return a[i % n * n + i / n];
}

/* The kernels choose their own threads a block: one block size is enough. */
GRIDSTRIDE("b[column][row] = a[row][column]", gs_sizes("64:2048:*2"), gs_blocks(256),
           gs_input("a", gs_length(matrix)), gs_output("b", gs_length(matrix)),
           gs_reference(reference), gs_variant(launch_direct), gs_variant(launch_tiled));
