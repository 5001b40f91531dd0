/* says: serial-work: far more than its part, and the others wait */
/* Many threads are launched, and one of them counts all of the points. */
#include "monte_carlo_pi.h"

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    if (blockIdx.x > 0 || threadIdx.x > 0)
        return;
    unsigned long long mine = 0;
    for (uint64_t point = first; point < first + n; point++) {
        float x = uniform(seed, 2 * point), y = uniform(seed, 2 * point + 1);
        mine += x * x + y * y < 1;
    }
    *hits = mine;
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    count<<<(unsigned)(n / 256 + 1), 256>>>(hits, seed, first, n);
}
