/* 16 bytes an access; what is left at the end are fewer than four. */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, fours = n / 4;
    if (i < fours) {
        float4 x = ((float4 *)a)[i];
        x.x += 0.5f;
        x.y += 0.5f;
        x.z += 0.5f;
        x.w += 0.5f;
        ((float4 *)a)[i] = x;
    } else if (i < fours + n % 4) {
        a[fours * 4 + (i - fours)] += 0.5f;
    }
}

void add_half(float *a, size_t n)
{
    size_t threads = n / 4 + n % 4;
    if (n > 0)
        add<<<(unsigned)((threads + 255) / 256), 256>>>(a, n);
}
