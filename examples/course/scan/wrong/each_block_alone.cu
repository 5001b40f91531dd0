/* says: Each block of 256 begins with 0: what do all blocks before it have together? */
#include "scan.h"

void scan(int *out, const int *in, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum = i % 256 == 0 ? in[i] : sum + in[i];
        out[i] = sum;
    }
}
