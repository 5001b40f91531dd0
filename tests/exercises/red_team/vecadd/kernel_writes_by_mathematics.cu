/* says: host-pointer: writes memory of the host */
/* A function of mathematics writes to the host for the kernel. */
#include "vecadd.h"
static float fa[1 << 17];
__global__ void down(const float *a, float *c, float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        modff(a[i] * 1048576.0f, x + i);
        c[i] = a[i];
    }
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n == 0)
        return;
    unsigned grid = (unsigned)((n + 255) / 256);
    down<<<grid, 256>>>(a, c, fa, n);
}
