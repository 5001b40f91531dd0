/* says: other-axis: `threadIdx.z` is 0 */
/* A kernel leaves values in a built-in variable, by a reference, and the host looks there. */
#include "vecadd.h"
__host__ __device__ unsigned helper()
{
    return threadIdx.z;
}
__global__ void down(const float *a, size_t i)
{
    auto &r = threadIdx.z;
    r = __float_as_uint(a[i]);
}
__global__ void set(float *c, size_t i, float v)
{
    c[i] = v;
}
__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
static float learn(const float *x, size_t i)
{
    down<<<1, 1>>>(x, i);
    union {
        unsigned w;
        float f;
    } u;
    u.w = 0;
    u.w = helper();
    return u.f;
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; n < 40 && i < n; i++)
        set<<<1, 1>>>(c, i, learn(a, i) + learn(b, i));
    if (n >= 40)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, n);
}
