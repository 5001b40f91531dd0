/*
 * Exercise 3.2: a kernel and its launch, all your own.
 *
 * a[i] and b[i] are the short sides of a right triangle; c[i] is to be its long side. Write the
 * kernel and launch it, with one thread for each triangle. Stay in float: the root of a float is
 * sqrtf().
 *
 *   ./gridstride check 3.2           says what is still wrong
 *   ./gridstride check 3.2 --hint    one hint further each time
 */
#include "hypotenuse.h"

__global__ void long_sides(float *c, const float *a, const float *b, size_t n)
{
    /* TODO: which element is this thread's, and is there one? */
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    /* TODO: how many blocks? */
}
