/* A thread for each number: none needs those before it. */
#include "own_numbers.h"

__global__ void draw(uint32_t *out, uint64_t seed, size_t n)
{
    size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (at < NUMBERS * n)
        out[at] = random_at(seed, ((uint64_t)(at % n) << 32) + at / n);
}

void own_numbers(uint32_t *out, uint64_t seed, size_t n)
{
    unsigned grid = (unsigned)((NUMBERS * n + 255) / 256);
    if (grid > 0)
        draw<<<grid, 256>>>(out, seed, n);
}
