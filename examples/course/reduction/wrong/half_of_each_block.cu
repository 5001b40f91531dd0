/* says: In each block half of the elements are missing: the last step is part[0] += part[1], with
 * half = 1. */
#include "reduction.h"

void reduction(float *sum, const float *x, size_t n)
{
    double all = 0;
    for (size_t i = 0; i < n; i++) {
        if (i % 2 == 0)
            all += (double)x[i];
    }
    sum[0] = (float)all;
}
