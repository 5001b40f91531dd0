/*
 * Exercise 8.4: two time steps in one kernel.
 *
 * Two launches would carry all temperatures to memory and back between the steps. A block can take
 * both steps in shared memory instead. For its 256 results it needs 258 elements after the first
 * step, and 260 before it: a halo of two on each side. The halo of the first step is computed
 * twice, by this block and by its neighbour.
 *
 *   ./gridstride check 8.4           says what is still wrong
 *   ./gridstride check 8.4 --hint    one hint further each time
 */
#include "two_steps.h"

enum { BLOCK = 256, HALO = 2 };

__global__ void steps(float *out, const float *in, size_t n)
{
    __shared__ float before[BLOCK + 2 * HALO]; /* the first step */
    __shared__ float between[BLOCK + 2];       /* and after it */
    size_t first = (size_t)blockIdx.x * BLOCK;
    /* TODO: load 260 elements, compute 258, then 256 */
}

void two_steps(float *out, const float *in, size_t n)
{
    /* TODO: launch it */
}
