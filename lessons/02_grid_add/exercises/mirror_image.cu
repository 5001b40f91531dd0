/*
 * Exercise 2.8: a picture, seen in a mirror.
 *
 * What was on the left of the picture is to be on its right. The rows keep their places. A thread
 * writes one pixel, and reads the one on the other side. Blocks of 32 x 8 threads are a good shape:
 * each warp has 32 neighbours of one row. Write the kernel and its launch.
 *
 *   ./gridstride check 2.8           says what is still wrong
 *   ./gridstride check 2.8 --hint    one hint further each time
 */
#include "mirror_image.h"

__global__ void mirror(int *out, const int *in, size_t rows, size_t columns)
{
    /* TODO: where does the pixel of this thread come from, and has the thread a pixel at all? */
}

void mirror_image(int *out, const int *in, size_t rows, size_t columns)
{
    /* TODO: launch it */
}
