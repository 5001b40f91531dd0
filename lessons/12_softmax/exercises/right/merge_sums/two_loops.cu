/* The largest element first; then each sum has one factor. */
#include "merge_sums.h"

__global__ void merge(float *largest, float *sums, const float *part_largest,
                      const float *part_sums, size_t rows, size_t pieces)
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *mine = part_largest + row * pieces;
    float most = mine[0], sum = 0;
    for (size_t p = 1; p < pieces; p++)
        most = mine[p] > most ? mine[p] : most;
    for (size_t p = 0; p < pieces; p++)
        sum += part_sums[row * pieces + p] * expf(mine[p] - most);
    largest[row] = most;
    sums[row] = sum;
}

void merge_sums(float *largest, float *sums, const float *part_largest, const float *part_sums,
                size_t rows, size_t pieces)
{
    if (rows > 0)
        merge<<<(unsigned)((rows + 63) / 64), 64>>>(largest, sums, part_largest, part_sums, rows,
                                                    pieces);
}
