/* says: The sum is twice what is right: how many threads of a block add its sum? */
#include "reduction.h"

void reduction(float *sum, const float *x, size_t n)
{
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += (double)x[i];
    sum[0] = (float)(2 * all);
}
