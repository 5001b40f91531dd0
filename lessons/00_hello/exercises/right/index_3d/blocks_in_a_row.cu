/* Long flat blocks: one axis of the block alone has more than one thread. */
#include "index_3d.h"

__global__ void write_index(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = blockIdx.y, z = blockIdx.z;
    if (x < nx)
        out[(z * ny + y) * nx + x] = x + 1000 * y + 1000000 * z;
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    dim3 grid((unsigned)((nx + 63) / 64), (unsigned)ny, (unsigned)nz);
    if (nx > 0)
        write_index<<<grid, 64>>>(out, nx, ny, nz);
}
