/* says: not-scaled: multiplied once */
#include "merge_sums.h"

#include <math.h>
__global__ void merge(float *largest, float *sums, const float *part_largest,
                      const float *part_sums, size_t rows, size_t pieces)
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float most = part_largest[row * pieces], sum = part_sums[row * pieces];
    for (size_t p = 1; p < pieces; p++) {
        most = fmaxf(most, part_largest[row * pieces + p]);
        sum += part_sums[row * pieces + p];
    }
    largest[row] = most;
    sums[row] = sum * expf(part_largest[row * pieces] - most);
}

void merge_sums(float *largest, float *sums, const float *part_largest, const float *part_sums,
                size_t rows, size_t pieces)
{
    if (rows > 0)
        merge<<<(unsigned)((rows + 127) / 128), 128>>>(largest, sums, part_largest, part_sums, rows,
                                                       pieces);
}
