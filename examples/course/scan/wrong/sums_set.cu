/* says: From the second block on, what stands before a block has replaced its own sums: add it. */
#include "scan.h"

void scan(int *out, const int *in, size_t n)
{
    int sum = 0, before = 0;
    for (size_t i = 0; i < n; i++) {
        before = i % 256 == 0 ? sum : before;
        sum += in[i];
        out[i] = i < 256 ? sum : before;
    }
}
