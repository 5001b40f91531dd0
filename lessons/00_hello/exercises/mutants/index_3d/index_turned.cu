/* says: wrong-index: holds the number of element (0, 0, 1) */
#include "index_3d.h"

__global__ void write_index(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    int64_t x = blockIdx.x * blockDim.x + threadIdx.x;
    int64_t y = blockIdx.y * blockDim.y + threadIdx.y;
    int64_t z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[(x * ny + y) * nz + z] = x + 1000 * y + 1000000 * z;
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    dim3 block(4, 4, 4);
    dim3 grid((nx + 3) / 4, (ny + 3) / 4, (nz + 3) / 4);
    if (nx > 0)
        write_index<<<grid, block>>>(out, nx, ny, nz);
}
