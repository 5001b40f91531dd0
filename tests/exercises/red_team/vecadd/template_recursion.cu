/* says: compiler-limit: asks too much */
/* Templates without an end, twice as many at each step. */
#include "vecadd.h"

template <int n, long path> struct tree {
    static constexpr long value = tree<n - 1, 2 * path>::value + tree<n - 1, 2 * path + 1>::value;
};

template <long path> struct tree<0, path> {
    static constexpr long value = path;
};

long leaves = tree<40, 0>::value;

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add<<<grid, 256>>>(c, a, b, n);
}
