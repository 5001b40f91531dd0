/* says: off-by-one: `i <= n` lets the index be as large */
#include "hypot_on_host.h"

#include <math.h>

void hypot_on_host(double *c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i <= n; i++) /* here */
        c[i] = hypot(a[i], b[i]);
}
