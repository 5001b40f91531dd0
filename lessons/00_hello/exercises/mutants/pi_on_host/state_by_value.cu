/* says: same-numbers: changes a copy of its state */
#include "pi_on_host.h"

static double next(uint64_t state)
{
    return uniform(&state);
}

void pi_on_host(double *pi, uint64_t seed, size_t n)
{
    size_t hits = 0;
    for (size_t p = 0; p < n; p++) {
        double x = next(seed), y = next(seed);
        if (x * x + y * y < 1)
            hits++;
    }
    *pi = 4.0 * hits / n;
}
