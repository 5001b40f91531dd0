/*
 * Exercise 3.8: an element, and the one behind it.
 *
 * A path was measured at n + 1 places. How far does it go up from each place to the next? There are
 * n steps between n + 1 places, so the two arrays have different lengths. A thread has one step: it
 * reads its own place, and the one behind it. Write the kernel and its launch.
 *
 *   ./gridstride check 3.8           says what is still wrong
 *   ./gridstride check 3.8 --hint    one hint further each time
 */
#include "height_steps.h"

__global__ void climb(int *steps, const int *heights, size_t n)
{
    /* TODO: which two heights does this thread need? */
}

void height_steps(int *steps, const int *heights, size_t n)
{
    /* TODO: a thread for each step */
}
