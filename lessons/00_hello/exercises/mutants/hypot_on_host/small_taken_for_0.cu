/* says: overflow: does a test take such small numbers for 0 */
#include "hypot_on_host.h"
#include <math.h>

void hypot_on_host(double *c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double x = fabs(a[i]);
        double y = fabs(b[i]);
        double larger = x > y ? x : y;
        double smaller = x > y ? y : x;
        if (larger < 1e-6) {
            c[i] = 0;
            continue;
        }
        double q = smaller / larger;
        c[i] = larger * sqrt(1 + q * q);
    }
}
