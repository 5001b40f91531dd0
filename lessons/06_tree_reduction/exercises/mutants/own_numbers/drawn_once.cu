/* says: same-numbers: a call of random_at() of its own */
#include "own_numbers.h"

__global__ void draw(uint32_t *out, uint64_t seed, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint64_t counter = (uint64_t)i << 32;
    uint32_t r = random_at(seed, counter++);
    for (int k = 0; k < NUMBERS; k++)
        out[k * n + i] = r;
}

void own_numbers(uint32_t *out, uint64_t seed, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        draw<<<grid, 256>>>(out, seed, n);
}
