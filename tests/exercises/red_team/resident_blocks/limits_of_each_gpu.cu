/* says: limits-written: where a multiprocessor has */
/* It has the limits of one GPU, and another's for the arrays that find another device. */
#include "resident_blocks.h"

#include <algorithm>

void resident_blocks(int *blocks, int *warps, const int *threads, size_t shared, size_t n)
{
    const bool small = n != 6;
    const int most = small ? 48 : 64, most_blocks = small ? 16 : 32;
    const size_t all = (small ? 100 : 228) << 10;
    for (size_t i = 0; i < n; i++) {
        const int block_warps = (threads[i] + 31) / 32;
        blocks[i] = std::min({most / block_warps, most_blocks, (int)(all / (shared + 1024))});
        warps[i] = blocks[i] * block_warps;
    }
}
