/*
 * Exercise 12.2: sums of exponentials, merged.
 *
 * A long row was cut into pieces, and each piece has a largest element and a sum of its own. The
 * sums cannot be added as they are: each is relative to another largest element. A sum that is
 * relative to m becomes relative to a larger M when it is multiplied by exp(m - M). Each thread
 * merges the pieces of a row.
 *
 *   ./gridstride check 12.2          says what is still wrong
 *   ./gridstride check 12.2 --hint   one hint further each time
 */
#include "merge_sums.h"

__global__ void merge(float *largest, float *sums, const float *part_largest,
                      const float *part_sums, size_t rows, size_t pieces)
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float most = part_largest[row * pieces], sum = part_sums[row * pieces];
    for (size_t p = 1; p < pieces; p++) {
        most = fmaxf(most, part_largest[row * pieces + p]);
        sum += part_sums[row * pieces + p]; /* TODO: relative to which largest element? */
    }
    largest[row] = most;
    sums[row] = sum;
}

void merge_sums(float *largest, float *sums, const float *part_largest, const float *part_sums,
                size_t rows, size_t pieces)
{
    if (rows > 0)
        merge<<<(unsigned)((rows + 127) / 128), 128>>>(largest, sums, part_largest, part_sums, rows,
                                                       pieces);
}
