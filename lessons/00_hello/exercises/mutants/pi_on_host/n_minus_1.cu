/* says: wrong-value: divide by n */
#include "pi_on_host.h"

void pi_on_host(double *pi, uint64_t seed, size_t n)
{
    size_t hits = 0;
    for (size_t p = 0; p < n; p++) {
        double x = uniform(&seed);
        double y = uniform(&seed);
        if (x * x + y * y < 1)
            hits++;
    }
    *pi = 4.0 * hits / (n - 1);
}
