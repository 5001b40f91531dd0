/* Both are brought near 1 by the exponent of the larger, which is exact, and the root back. */
#include "hypot_on_host.h"

#include <math.h>

void hypot_on_host(double *c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int exponent = 0;
        frexp(fmax(fabs(a[i]), fabs(b[i])), &exponent);
        double x = ldexp(a[i], -exponent), y = ldexp(b[i], -exponent);
        c[i] = ldexp(sqrt(x * x + y * y), exponent);
    }
}
