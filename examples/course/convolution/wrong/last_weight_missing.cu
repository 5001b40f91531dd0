/* says: weights[8] takes no part: the loop goes from -4 to 4, and 4 is included. */
#include "convolution.h"

void convolution(float *out, const float *in, const float *weights, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < 8; k++) {
            if (i + k >= 4 && i + k - 4 < n)
                sum += (double)weights[k] * (double)in[i + k - 4];
        }
        out[i] = (float)sum;
    }
}
