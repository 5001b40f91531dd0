/* says: not-allowed: uses `__builtin_alloca`, which moves the stack */
/* So far that it lies in memory of the host's, where what a call takes is left unseen. */
#include "vecadd.h"

static char room[1 << 17];

__device__ __noinline__ float keep(float, float, float, float, float, float, float, float, float v)
{
    volatile float kept = v;
    return kept;
}

__global__ void add(float *c, const float *a, const float *b, const char *stack, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    char here;
    if (i < n) {
        volatile size_t far = (size_t)(&here - stack);
        char *volatile p = (char *)__builtin_alloca(far);
        c[i] = keep(0, 1, 2, 3, 4, 5, 6, 7, a[i] + b[i]);
        if (c[i] == 12345.0f)
            *p = 1;
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, room + sizeof room / 2, n);
}
