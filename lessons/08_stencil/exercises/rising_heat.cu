/*
 * Exercise 8.3: registers along a column.
 *
 * Here a cell needs the cells above and below it, and none beside it. So one thread can go down a
 * column: when it comes to a cell, it has loaded the one above and the cell itself already, and
 * keeps them in variables. It loads only the one below. Give each thread a strip of 16 rows, and
 * neighbouring threads neighbouring columns.
 *
 *   ./gridstride check 8.3           says what is still wrong
 *   ./gridstride check 8.3 --hint    one hint further each time
 */
#include "rising_heat.h"

enum { STRIP = 16 };

__global__ void rise(float *out, const float *in, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * STRIP;
    /* TODO: go down the strip, with `above`, `here` and `below` in variables */
}

void rising_heat(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 block(64);
    /* TODO: how many blocks in x, and how many strips in y? */
}
