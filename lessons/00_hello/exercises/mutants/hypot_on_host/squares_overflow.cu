/* says: overflow: its square is larger than any double */
#include "hypot_on_host.h"

#include <math.h>

static double hypot_of(double x, double y)
{
    return sqrt(x * x + y * y);
}

void hypot_on_host(double *c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = hypot_of(a[i], b[i]);
}
