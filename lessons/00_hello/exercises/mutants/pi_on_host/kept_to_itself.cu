/* says: warned: what is stored in it is lost when the function returns */
#include "pi_on_host.h"

void pi_on_host(double *pi, uint64_t seed, size_t n) /* here */
{
    size_t hits = 0;
    for (size_t p = 0; p < n; p++) {
        double x = uniform(&seed), y = uniform(&seed);
        if (x * x + y * y < 1)
            hits++;
    }
    double result = 4.0 * (double)hits / (double)n;
    pi = &result;
}
