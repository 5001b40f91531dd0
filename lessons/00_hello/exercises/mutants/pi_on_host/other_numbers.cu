/* says: other-points: of other points */
#include "pi_on_host.h"

#include <stdlib.h>

void pi_on_host(double *pi, uint64_t seed, size_t n)
{
    size_t hits = 0;
    for (size_t p = 0; p < n; p++) {
        double x = (double)rand() / RAND_MAX, y = (double)rand() / RAND_MAX;
        if (x * x + y * y < 1)
            hits++;
    }
    *pi = 4.0 * (double)hits / (double)n;
}
