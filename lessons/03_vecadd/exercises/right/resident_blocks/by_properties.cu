/* By hand, from what the device says of itself; no register limits such a small kernel. */
#include "resident_blocks.h"

#include <algorithm>

static int attribute(cudaDeviceAttr which)
{
    int device = 0, value = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&value, which, device);
    return value;
}

void resident_blocks(int *blocks, int *warps, const int *threads, size_t shared, size_t n)
{
    const int most_threads = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    const int most_blocks = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
    const size_t reserved = (size_t)attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    const size_t all_shared = (size_t)attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    const size_t each = (shared + reserved + 127) / 128 * 128;
    for (size_t i = 0; i < n; i++) {
        const int block_warps = (threads[i] + 31) / 32;
        blocks[i] =
            std::min({most_threads / 32 / block_warps, most_blocks, (int)(all_shared / each)});
        warps[i] = blocks[i] * block_warps;
    }
}
