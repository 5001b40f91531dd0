/* says: launch-swapped: the number of blocks comes first */
#include "index_3d.h"

__global__ void write_index(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t z = (size_t)blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = x + 1000 * y + 1000000 * z;
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    dim3 block(8, 4, 4);
    dim3 grid((unsigned)((nx + 7) / 8), (unsigned)((ny + 3) / 4), (unsigned)((nz + 3) / 4));
    if (nx > 0)
        write_index<<<block, grid>>>(out, nx, ny, nz); /* here */
}
