/* says: never-written: c[256] was never written, all others were */
#include "hypot_on_host.h"

#include <math.h>

void hypot_on_host(double *c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        c[i] = hypot(a[i], b[i]);
}
