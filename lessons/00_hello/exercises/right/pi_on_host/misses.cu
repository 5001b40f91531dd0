/* Counts what lies outside, and in a function of its own. */
#include "pi_on_host.h"

static size_t misses(uint64_t *state, size_t n)
{
    size_t count = 0;
    while (n-- > 0) {
        double y = uniform(state), x = uniform(state);
        count += x * x + y * y >= 1;
    }
    return count;
}

void pi_on_host(double *pi, uint64_t seed, size_t n)
{
    *pi = 4 * (1 - (double)misses(&seed, n) / n);
}
