/*
 * Exercise 14.1: a step on two devices, and the exchange behind it.
 *
 * A plate lies in two halves, the upper one on device 0 and the lower one on device 1. In a step
 * each device computes its own rows, and then each needs one row of the other for the next step:
 * the last row of the upper half, and the first row of the lower half. The kernel is there; what is
 * missing is who runs it where, and the two copies.
 *
 *   ./gridstride check 14.1          says what is still wrong
 *   ./gridstride check 14.1 --hint   one hint further each time
 */
#include "halo_step.h"

/* A step in `rows` rows from row `first` on; all arrays have rows + 1 of them. */
__global__ void step(const float *from, float *to, size_t first, size_t rows, size_t columns)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * columns)
        return;
    size_t k = first * columns + i;
    float above = k >= columns ? from[k - columns] : 0;
    float below = k + columns < (rows + 1) * columns ? from[k + columns] : 0;
    to[k] = from[k] / 2 + (above + below) / 4;
}

void halo_step(float *upper_next, float *lower_next, const float *upper, const float *lower,
               size_t rows, size_t columns)
{
    unsigned blocks = (unsigned)((rows * columns + 255) / 256);
    cudaStream_t first, second; /* of device 0, and of device 1 */
    cudaStreamCreate(&first);
    step<<<blocks, 256, 0, first>>>(upper, upper_next, 0, rows, columns);
    cudaSetDevice(1);
    cudaStreamCreate(&second);
    /* TODO: the step of the lower half; then send each the row that it needs */
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}
