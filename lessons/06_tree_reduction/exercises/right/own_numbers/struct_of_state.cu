/* The generator as a struct with its state, as libraries have it. */
#include "own_numbers.h"

struct generator {
    uint64_t seed, counter;

    __device__ generator(uint64_t seed, uint64_t thread)
        : seed(seed), counter(thread * 0x100000000u)
    {
    }

    __device__ uint32_t next()
    {
        return random_at(seed, counter++);
    }
};

__global__ void draw(uint32_t *out, uint64_t seed, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        generator mine(seed, i);
        for (size_t k = 0; k < NUMBERS; k++)
            out[k * n + i] = mine.next();
    }
}

void own_numbers(uint32_t *out, uint64_t seed, size_t n)
{
    unsigned grid = (unsigned)((n + 127) / 128);
    if (grid > 0)
        draw<<<grid, 128>>>(out, seed, n);
}
