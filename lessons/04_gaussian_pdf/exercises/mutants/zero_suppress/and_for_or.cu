/* says: wrong-value: no number is both at once. Is there an `&&` where it must be `||`? */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (in[i] >= threshold && in[i] <= -threshold) /* here */
            out[i] = in[i];
        else
            out[i] = 0;
    }
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    if (n > 0)
        suppress<<<(n + 255) / 256, 256>>>(out, in, threshold, n);
}
