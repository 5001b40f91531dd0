/*
 * Exercise 3.7: a loop that strides over the array.
 *
 * A weather station has more temperatures than you may launch threads: at most 8192, whatever n is.
 * So a thread converts more than one of them. Write a kernel with a grid-stride loop, and its
 * launch. A thread goes on as far as the whole grid reaches; then the threads of a warp stay
 * neighbours.
 *
 *   ./gridstride check 3.7           says what is still wrong
 *   ./gridstride check 3.7 --hint    one hint further each time
 */
#include "fahrenheit.h"

__global__ void convert(float *out, const float *celsius, size_t n)
{
    /* TODO: from where, to where, and in which steps? */
}

void fahrenheit(float *out, const float *celsius, size_t n)
{
    /* TODO: at most 8192 threads */
}
