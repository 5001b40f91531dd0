/* says: double-literal: `1.0` makes the expression double */
#include "hypotenuse.h"

struct Hyp {
    __device__ float operator()(float u, float v) const
    {
        return sqrt(1.0 * u * u + v * v); /* here */
    }
};

template <class F> __global__ void zip(float *z, const float *u, const float *v, size_t n, F f)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = f(u[i], v[i]);
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        zip<<<(n + 95) / 96, 96>>>(c, a, b, n, Hyp());
}
