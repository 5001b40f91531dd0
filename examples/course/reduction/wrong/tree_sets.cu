/* says: Each step of the tree replaces an element, and adds none: `+=`. */
#include "reduction.h"

void reduction(float *sum, const float *x, size_t n)
{
    double total = 0;
    for (size_t last = 255; last < n; last += 256)
        total += (double)x[last];
    sum[0] = (float)total;
}
