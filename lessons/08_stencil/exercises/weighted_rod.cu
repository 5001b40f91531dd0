/*
 * Exercise 8.1: weights in constant memory.
 *
 * Heat flows along a rod: each new temperature is a weighted sum of seven old ones. All threads use
 * the same seven weights, and a warp uses the same one at the same time. For that there is constant
 * memory: a variable with __constant__, outside of all functions. Kernels read it like any other.
 * The host writes it, with cudaMemcpyToSymbol().
 *
 *   ./gridstride check 8.1           says what is still wrong
 *   ./gridstride check 8.1 --hint    one hint further each time
 */
#include "weighted_rod.h"

enum { RADIUS = 3, WEIGHTS = 2 * RADIUS + 1 };

/* TODO: a variable in constant memory */

__global__ void weigh(float *out, const float *in, size_t n)
{
    /* TODO: seven products for each thread; what lies outside of the rod is 0 */
}

void weighted_rod(float *out, const float *in, const float *weights, size_t n)
{
    /* TODO: write the weights into constant memory, then launch */
}
