/* says: wrong-value: the answer is the other one */
#include "hypot_on_host.h"

#include <math.h>
void hypot_on_host(double *c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] == 0) {
            c[i] = 0;
            continue;
        }
        double l = fmax(fabs(a[i]), fabs(b[i]));
        double s = fmin(fabs(a[i]), fabs(b[i]));
        double q = s / l;
        c[i] = l * sqrt(1 + q * q);
    }
}
