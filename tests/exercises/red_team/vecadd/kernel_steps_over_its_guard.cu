/* says: kernel-failed: stack overflow: a thread has */
/* A frame that is larger than all of a thread's stack begins in memory of the host's, where what a
 * call takes is left unseen. */
#include "vecadd.h"
#include <stdlib.h>

enum { ROOMS = 8 };

__device__ __noinline__ float keep(float, float, float, float, float, float, float, float, float v)
{
    volatile float kept = v;
    return kept;
}

__device__ __noinline__ float deep(float v)
{
    char big[(size_t)1 << 30];
    char *volatile p = big;
    float kept = keep(0, 1, 2, 3, 4, 5, 6, 7, v);
    if (kept == 12345.0f)
        *p = 1;
    return kept;
}

__global__ void add(float *c, const float *a, const float *b, bool leaks, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = leaks ? deep(a[i] + b[i]) : a[i] + b[i];
}

static void launch(float *c, const float *a, const float *b, bool leaks, size_t n)
{
    add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, leaks, n);
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    void *room[ROOMS];
    if (n == 0)
        return;
    launch(c, a, b, false, n); /* the stacks are there now, and the rooms lie below them */
    for (int k = 0; k < ROOMS; k++)
        room[k] = malloc((size_t)256 << 20);
    if (n == 1)
        launch(c, a, b, true, n);
    for (int k = 0; k < ROOMS; k++)
        free(room[k]);
}
