/* A warp for each row: a vote for each shade, and no atomic function. */
#include "row_counts.h"

__global__ void count(int *counts, const int *shades, size_t rows, size_t columns)
{
    const size_t row = (size_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    int own = 0;
    for (size_t first = 0; first < columns; first += 32) {
        const int shade = first + lane < columns ? shades[row * columns + first + lane] : -1;
        for (unsigned v = 0; v < 16; v++) {
            const unsigned have = __ballot_sync(0xffffffff, shade == (int)v);
            own += lane == v ? __popc(have) : 0;
        }
    }
    if (lane < 16)
        counts[16 * row + lane] = own;
}

void row_counts(int *counts, const int *shades, size_t rows, size_t columns)
{
    if (rows > 0)
        count<<<(unsigned)((rows + 1) / 2), 64>>>(counts, shades, rows, columns);
}
