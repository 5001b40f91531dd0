/* says: The steps end too early: they are 1, 2, 4 ... 128 for a block of 256. */
#include "scan.h"

void scan(int *out, const int *in, size_t n)
{
    int before = 0, last = 0;
    for (size_t i = 0; i < n; i++) {
        size_t begin = i / 256 * 256, from = i < begin + 128 ? begin : i - 127;
        int sum = 0;
        before += i > 0 && i == begin ? last : 0;
        for (size_t k = from; k <= i; k++)
            sum += in[k];
        last = sum;
        out[i] = before + sum;
    }
}
