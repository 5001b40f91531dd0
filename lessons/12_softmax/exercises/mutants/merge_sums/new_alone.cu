/* says: sum-so-far: the sum of those before it stayed as it was */
#include "merge_sums.h"

__global__ void merge(float *largest, float *sums, const float *part_largest,
                      const float *part_sums, size_t rows, size_t pieces)
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float most = -INFINITY, sum = 0;
    for (size_t p = row * pieces; p < (row + 1) * pieces; p++) {
        if (part_sums[p] == 0)
            continue;
        const float part = part_largest[p], both = fmaxf(most, part);
        sum = sum + part_sums[p] * expf(part - both);
        most = both;
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
