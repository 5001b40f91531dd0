/* says: never-written: is an index multiplied by 2 */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 2;
    if (i < n)
        out[i] = abs((int)in[i]) >= threshold ? in[i] : 0;
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        suppress<<<grid, 256>>>(out, in, threshold, n); /* here */
}
