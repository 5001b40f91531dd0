/* says: wrong-value: while x and z are right in all elements */
#include "index_3d.h"

__global__ void write_index(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nx * ny * nz)
        return;
    size_t x = k % nx, y = k / nx % nz, z = k / (nx * ny);
    out[k] = x + 1000 * y + 1000000 * z;
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t all = nx * ny * nz;
    if (all > 0)
        write_index<<<(unsigned)((all + 255) / 256), 256>>>(out, nx, ny, nz);
}
