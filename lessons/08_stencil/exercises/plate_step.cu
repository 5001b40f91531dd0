/*
 * Exercise 8.2: a step of a plate, with a tile and its halo in shared memory.
 *
 * Five threads need the same cell, and from global memory it would be loaded five times. So a block
 * loads a tile of the plate into shared memory, and around it a halo: the row above, the row below,
 * the column to the left, the column to the right. Outside of the plate the halo is 0.
 *
 *   ./gridstride check 8.2           says what is still wrong
 *   ./gridstride check 8.2 --hint    one hint further each time
 */
#include "plate_step.h"

enum { TILE = 32, LINES = 8, SIDE = TILE + 2 };

__global__ void step(float *out, const float *in, size_t rows, size_t columns)
{
    __shared__ float tile[SIDE][SIDE];
    /* TODO: 256 threads load 34 x 34 cells; then each computes four of the 32 x 32 */
}

void plate_step(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 block(TILE, LINES);
    /* TODO: how many tiles in x, and how many in y? */
}
