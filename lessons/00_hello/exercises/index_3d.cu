/*
 * Exercise 0.3: a first kernel.
 *
 * Each thread writes its own index in the grid: how far it is from thread (0, 0, 0) in x, in y and
 * in z, as one number. A block of 4 x 4 x 4 threads does that for a box of the same size. Make it
 * work for any box: launch as many blocks in x, y and z as there are threads needed, count the
 * threads of the blocks before this one, and let no thread write that is outside of the box.
 *
 *   ./gridstride check 0.3           says what is still wrong
 *   ./gridstride check 0.3 --hint    one hint further each time
 */
#include "index_3d.h"

__global__ void write_index(int64_t *out)
{
    int64_t x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    out[(z * 4 + y) * 4 + x] = x + 1000 * y + 1000000 * z;
}

void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    dim3 block(4, 4, 4);
    write_index<<<1, block>>>(out);
}
