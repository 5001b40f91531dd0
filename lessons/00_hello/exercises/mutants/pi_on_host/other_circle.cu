/* says: same-numbers: Or the test is another one */
#include "pi_on_host.h"

void pi_on_host(double *pi, uint64_t seed, size_t n)
{
    uint64_t state = seed;
    size_t hits = 0;
    for (size_t p = 0; p < n; p++) {
        double x = uniform(&state), y = uniform(&state);
        if ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) < 0.5)
            hits++;
    }
    *pi = 4.0 * (double)hits / (double)n;
}
