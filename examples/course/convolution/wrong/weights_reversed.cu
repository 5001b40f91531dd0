/* says: The weights are taken from the other end: weights[0] belongs to in[i-4]. */
#include "convolution.h"

void convolution(float *out, const float *in, const float *weights, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < 9; k++) {
            if (i + k >= 4 && i + k - 4 < n)
                sum += (double)weights[8 - k] * (double)in[i + k - 4];
        }
        out[i] = (float)sum;
    }
}
