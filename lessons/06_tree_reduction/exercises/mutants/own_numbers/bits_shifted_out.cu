/* says: same-numbers: Generators 0 and 2 give the same */
#include "own_numbers.h"

__global__ void draw(uint32_t *out, uint64_t seed, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint64_t counter = (uint64_t)((unsigned)i << 31);
    for (int k = 0; k < NUMBERS; k++)
        out[k * n + i] = random_at(seed, counter++);
}

void own_numbers(uint32_t *out, uint64_t seed, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        draw<<<grid, 256>>>(out, seed, n);
}
