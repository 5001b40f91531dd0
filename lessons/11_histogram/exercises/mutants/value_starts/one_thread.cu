/* says: serial-work: it does the work alone */
#include "value_starts.h"

__global__ void find_starts(int *starts, const int *values, size_t n, size_t bins)
{
    for (size_t i = 0; i <= n; i++) {
        const int last = i < n ? values[i] : (int)bins; /* here */
        for (int v = i > 0 ? values[i - 1] + 1 : 0; v <= last; v++)
            starts[v] = (int)i;
    }
}

void value_starts(int *starts, const int *values, size_t n, size_t bins)
{
    find_starts<<<1, 1>>>(starts, values, n, bins);
}
