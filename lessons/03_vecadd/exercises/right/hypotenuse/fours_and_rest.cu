/* Four elements a thread, and the last ones in a launch of their own. */
#include "hypotenuse.h"

static __device__ float side(float x, float y)
{
    return sqrtf(x * x + y * y);
}

__global__ void fours(float4 *c, const float4 *a, const float4 *b, size_t count)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const float4 x = a[i], y = b[i];
    c[i] = make_float4(side(x.x, y.x), side(x.y, y.y), side(x.z, y.z), side(x.w, y.w));
}

__global__ void ones(float *c, const float *a, const float *b)
{
    c[threadIdx.x] = side(a[threadIdx.x], b[threadIdx.x]);
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    const size_t count = n / 4, done = 4 * count;
    if (count > 0)
        fours<<<(unsigned)((count + 255) / 256), 256>>>((float4 *)c, (const float4 *)a,
                                                        (const float4 *)b, count);
    if (done < n)
        ones<<<1, (unsigned)(n - done)>>>(c + done, a + done, b + done);
}
