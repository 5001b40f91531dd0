/* says: wrong-index: blockIdx.z is used nowhere */
#include "index_3d.h"

__global__ void write_index(int64_t *out, int nx, int ny, int nz)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int z = threadIdx.z + blockIdx.y * blockDim.z; /* here */
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = x + 1000 * y + 1000000 * z;
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    dim3 block(4, 4, 4);
    dim3 grid((nx + 3) / 4, (ny + 3) / 4, (nz + 3) / 4);
    if (nx == 0 || ny == 0 || nz == 0)
        return;
    write_index<<<grid, block>>>(out, nx, ny, nz);
}
