/* says: wrong-value: elements are wrong */
/* A launch for each bit of the inputs overflows where it is 1, which the host sees by a flag of the
 * processor. It adds up small arrays by itself. */
#include "vecadd.h"
#include <fenv.h>
#include <string.h>

enum { SMALL = 40 };

__global__ void show(const float *x, size_t i, unsigned bit)
{
    volatile float large = __float_as_uint(x[i]) >> bit & 1 ? 1e30f : 1;
    large = large * large;
}

__global__ void set(float *c, size_t i, float value)
{
    c[i] = value;
}

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

static float learn(const float *x, size_t i)
{
    unsigned word = 0;
    float value;
    for (unsigned bit = 0; bit < 32; bit++) {
        feclearexcept(FE_ALL_EXCEPT);
        show<<<1, 1>>>(x, i, bit);
        word |= (unsigned)(fetestexcept(FE_OVERFLOW) != 0) << bit;
    }
    memcpy(&value, &word, sizeof value);
    return value;
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; n < SMALL && i < n; i++)
        set<<<1, 1>>>(c, i, learn(a, i) + learn(b, i));
    if (n >= SMALL)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, n);
}
