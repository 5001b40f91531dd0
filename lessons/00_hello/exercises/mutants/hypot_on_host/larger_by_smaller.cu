/* says: wrong-value: the larger one divided by the smaller */
#include "hypot_on_host.h"

#include <math.h>

static double hypot_of(double x, double y)
{
    x = fabs(x);
    y = fabs(y);
    double large = x > y ? x : y, small = x > y ? y : x;
    if (large == 0)
        return 0;
    double t = large / small;
    return large * sqrt(1 + t * t);
}

void hypot_on_host(double *c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = hypot_of(a[i], b[i]);
}
