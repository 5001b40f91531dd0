/* Four floats, 16 bytes, an access; the first threads take what is left over. */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, fours = n / 4;
    if (i < fours) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    size_t rest = 4 * fours + i;
    if (rest < n)
        c[rest] = a[rest] + b[rest];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const size_t threads = n / 4 + 3;
    add<<<(unsigned)((threads + 255) / 256), 256>>>(c, a, b, n);
    if (cudaGetLastError() == cudaSuccess)
        cudaDeviceSynchronize();
}
