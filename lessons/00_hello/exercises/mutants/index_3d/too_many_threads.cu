/* says: too-many-threads: 16 * 16 * 8 = 2048 */
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
    dim3 block(16, 16, 8);
    dim3 grid((unsigned)((nx + 15) / 16), (unsigned)((ny + 15) / 16), (unsigned)((nz + 7) / 8));
    if (nx > 0)
        write_index<<<grid, block>>>(out, nx, ny, nz); /* here */
}
