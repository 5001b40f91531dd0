/*
 * Exercise 3.5: how many blocks a multiprocessor holds at once.
 *
 * The more warps are resident, the more requests to memory can be under way. The function counts
 * with 2048 threads for a multiprocessor, and with nothing else. But there is a limit of blocks,
 * too, and blocks share the registers and the shared memory. CUDA knows them all: ask
 * cudaOccupancyMaxActiveBlocksPerMultiprocessor() for the kernel `work`, whose blocks have `shared`
 * bytes of dynamic shared memory. The check calls your function on devices with other limits, too.
 *
 *   ./gridstride check 3.5           says what is still wrong
 *   ./gridstride check 3.5 --hint    one hint further each time
 *
 * ./gridstride occupancy 256 --shared 48Ki shows where such a number comes from.
 */
#include "resident_blocks.h"

__global__ void work(float *out, const float *in)
{
    extern __shared__ float part[];
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

void resident_blocks(int *blocks, int *warps, const int *threads, size_t shared, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        blocks[i] = 2048 / threads[i];
        warps[i] = blocks[i] * threads[i] / 32;
    }
}
