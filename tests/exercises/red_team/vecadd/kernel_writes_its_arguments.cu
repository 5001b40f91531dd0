/* says: host-pointer: writes memory of the host */
/* A kernel writes to the arguments of the launch, where the host has left them. */
#include "vecadd.h"
#include <string.h>
struct big {
    float x[4000];
};
__global__ void down(struct big s, float *at, const float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i < 4000)
        at[i] = a[i];
}
__global__ void up(float *c, size_t n)
{
    size_t i = threadIdx.x;
    if (i < n)
        c[i] = 0;
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n == 0)
        return;
    struct big s;
    memset(&s, 0, sizeof s);
    float *at = (float *)((char *)&s - 17000);
    down<<<(unsigned)((n + 255) / 256), 256>>>(s, at, a, n);
    up<<<1, 256>>>(c, n);
}
