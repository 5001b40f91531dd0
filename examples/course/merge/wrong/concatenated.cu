/* says: b stands behind a: where an element belongs depends on how many of the other array are
 * less. */
#include "merge.h"

void merge(int *out, const int *a, const int *b, size_t n_a, size_t n_b)
{
    for (size_t i = 0; i < n_a; i++)
        out[i] = a[i];
    for (size_t i = 0; i < n_b; i++)
        out[n_a + i] = b[i];
}
