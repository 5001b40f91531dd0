/* says: not-allowed: uses `__builtin_stack_save` */
/* On a stack in the host's memory, what a call takes is left there unseen. */
#include "vecadd.h"

static char room[1 << 17];

__device__ __noinline__ float keep(float, float, float, float, float, float, float, float, float v)
{
    volatile float kept = v;
    return kept;
}

__global__ void add(float *c, const float *a, const float *b, char *stack, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        void *old = __builtin_stack_save();
        __builtin_stack_restore(stack);
        c[i] = keep(0, 1, 2, 3, 4, 5, 6, 7, a[i] + b[i]);
        __builtin_stack_restore(old);
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, room + sizeof room / 2, n);
}
