/*
 * Exercise 6.8: a window over an array (pooling).
 *
 * A station writes down a temperature each hour. How hot was it at most in the last four hours?
 * Four threads need the same element, and from global memory it would be loaded four times. So a
 * block loads what its 256 threads need into shared memory: 256 elements, and the three before
 * them, which belong to the block before. Those three are called the halo.
 *
 *   ./gridstride check 6.8           says what is still wrong
 *   ./gridstride check 6.8 --hint    one hint further each time
 */
#include "hottest_of_four.h"

__global__ void hottest(int *out, const int *in, size_t n)
{
    __shared__ int part[3 + 256];
    /* TODO: load 256 elements and the three before them; then the largest of four */
}

void hottest_of_four(int *out, const int *in, size_t n)
{
    /* TODO: launch it */
}
