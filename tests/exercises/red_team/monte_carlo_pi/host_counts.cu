/* says: too-few-threads: no kernel was launched */
/* The host does it, for it knows the random numbers as well. */
#include "monte_carlo_pi.h"

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    unsigned long long count = 0;
    for (uint64_t p = first; p < first + n; p++) {
        float x = uniform(seed, 2 * p), y = uniform(seed, 2 * p + 1);
        count += x * x + y * y < 1;
    }
    cudaMemcpy(hits, &count, sizeof count, cudaMemcpyHostToDevice);
}
