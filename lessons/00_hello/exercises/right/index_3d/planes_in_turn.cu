/* Blocks of 16 x 16, whose threads go from plane to plane. */
#include "index_3d.h"

__global__ void write_index(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny)
        return;
    for (size_t z = 0; z < nz; z++)
        out[(z * ny + y) * nx + x] = x + 1000 * y + 1000000 * z;
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    dim3 block(16, 16);
    dim3 grid((unsigned)((nx + 15) / 16), (unsigned)((ny + 15) / 16));
    if (nx > 0)
        write_index<<<grid, block>>>(out, nx, ny, nz);
}
