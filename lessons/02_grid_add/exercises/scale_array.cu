/*
 * Exercise 2.3: any grid covers any array.
 *
 * 8 blocks of 128 threads are 1024 threads, and n may be larger. Leave the launch as it is, and let
 * a thread that is done with its element go on to the next one that is its own, until there is
 * none left. Which one is that? No other thread may take it, and neighbouring threads should still
 * take neighbouring elements.
 *
 *   ./gridstride check 2.3           says what is still wrong
 *   ./gridstride check 2.3 --hint    one hint further each time
 */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= factor;
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
