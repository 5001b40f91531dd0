/*
 * Exercise 6.4: pi by throwing darts.
 *
 * Throw n darts at the unit square, and about pi / 4 of them hit the quarter of the circle around
 * one corner. The header says which numbers of the random sequence make point p, and how to get
 * them: uniform(seed, index). Count the hits. As it stands all darts hit the same spot, and what
 * the threads count gets lost. Let each block add up the hits of its threads, and make one atomic
 * addition for all of them. hits[0] holds junk when the function is called.
 *
 *   ./gridstride check 6.4           says what is still wrong
 *   ./gridstride check 6.4 --hint    one hint further each time
 */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = uniform(seed, 0), y = uniform(seed, 1); /* TODO: of point first + i */
        if (x * x + y * y < 1)
            *hits += 1; /* TODO: without losing any */
    }
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        count<<<grid, 256>>>(hits, seed, first, n);
}
