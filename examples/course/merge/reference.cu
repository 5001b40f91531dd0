/* On the host: it computes the right answers. */
#include "merge.h"

void merge(int *out, const int *a, const int *b, size_t n_a, size_t n_b)
{
    size_t i = 0, j = 0;
    while (i < n_a || j < n_b) {
        bool from_a = j == n_b || (i < n_a && a[i] <= b[j]);
        out[i + j] = from_a ? a[i] : b[j];
        i += from_a;
        j += !from_a;
    }
}
