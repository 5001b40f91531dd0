/* Each hit is worth 4 / n: in double that sum is exact enough. The root is not needed, and does no
 * harm. */
#include "pi_on_host.h"

#include <math.h>

void pi_on_host(double *pi, uint64_t seed, size_t n)
{
    double sum = 0;
    for (size_t p = 0; p < n; p++) {
        double x = uniform(&seed);
        double y = uniform(&seed);
        sum += sqrt(x * x + y * y) < 1 ? 4.0 / n : 0;
    }
    *pi = sum;
}
