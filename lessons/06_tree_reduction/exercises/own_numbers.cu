/*
 * Exercise 6.5: a generator for each thread.
 *
 * Each thread draws 16 random numbers, as a simulation would at each of its steps. Here generator i
 * begins at counter i, and the next one a single number later: thread 1 draws what thread 0 has
 * drawn, one step behind. Nothing of that shows in the numbers of one thread. Give each thread a
 * stretch of the sequence of its own; the header says which.
 *
 *   ./gridstride check 6.5           says what is still wrong
 *   ./gridstride check 6.5 --hint    one hint further each time
 */
#include "own_numbers.h"

__global__ void draw(uint32_t *out, uint64_t seed, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint64_t counter = i;
    for (int k = 0; k < NUMBERS; k++)
        out[k * n + i] = random_at(seed, counter++);
}

void own_numbers(uint32_t *out, uint64_t seed, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        draw<<<grid, 256>>>(out, seed, n);
}
