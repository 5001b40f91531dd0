/* says: same-numbers: does a shift move all bits of i out of 32 */
#include "own_numbers.h"

__global__ void draw(uint32_t *out, uint64_t seed, size_t n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint64_t counter = (i << 16) << 16;
    for (int k = 0; k < NUMBERS; k++)
        out[k * n + i] = random_at(seed, counter++);
}

void own_numbers(uint32_t *out, uint64_t seed, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        draw<<<grid, 256>>>(out, seed, n);
}
