/* says: limits-written: where a multiprocessor has 2048 threads */
#include "resident_blocks.h"

#include <algorithm>

void resident_blocks(int *blocks, int *warps, const int *threads, size_t shared, size_t n)
{
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    for (size_t i = 0; i < n; i++) {
        const int block_warps = (threads[i] + 31) / 32;
        blocks[i] = std::min({2048 / 32 / block_warps, device.maxBlocksPerMultiProcessor,
                              (int)(device.sharedMemPerMultiprocessor /
                                    (shared + device.reservedSharedMemPerBlock))});
        warps[i] = blocks[i] * block_warps;
    }
}
