/* says: Elements at the borders of the blocks are wrong: the halo holds 0 where it is to hold the
 * elements of the neighbouring blocks. */
#include "convolution.h"

void convolution(float *out, const float *in, const float *weights, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < 9; k++) {
            if (i + k >= 4 && i + k - 4 < n && (i + k - 4) / 256 == i / 256)
                sum += (double)weights[k] * (double)in[i + k - 4];
        }
        out[i] = (float)sum;
    }
}
