/* says: race: do x, y and z count over all blocks */
#include "index_3d.h"

__global__ void write_index(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = x + 1000 * y + 1000000 * z; /* here */
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    dim3 block(8, 4, 4);
    dim3 grid((unsigned)((nx + 7) / 8), (unsigned)((ny + 3) / 4), (unsigned)((nz + 3) / 4));
    if (nx > 0)
        write_index<<<grid, block>>>(out, nx, ny, nz);
}
