/* One dimension, and the three coordinates from the number of the thread. */
#include "index_3d.h"

__global__ void write_index(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t x = i % nx, y = i / nx % ny, z = i / (nx * ny);
    if (i < nx * ny * nz)
        out[i] = x + 1000 * y + 1000000 * z;
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t n = nx * ny * nz;
    if (n > 0)
        write_index<<<(unsigned)((n + 255) / 256), 256>>>(out, nx, ny, nz);
}
