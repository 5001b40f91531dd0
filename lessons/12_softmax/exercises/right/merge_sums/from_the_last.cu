/* Begins with the last piece, which is not empty; who is larger decides which sum is brought down.
 */
#include "merge_sums.h"

__global__ void merge(float *largest, float *sums, const float *part_largest,
                      const float *part_sums, size_t rows, size_t pieces)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += stride) {
        size_t p = (row + 1) * pieces - 1;
        float most = part_largest[p], sum = part_sums[p];
        while (p-- > row * pieces) {
            const float part = part_largest[p];
            if (part > most) {
                sum = sum * expf(most - part) + part_sums[p];
                most = part;
            } else {
                sum += part_sums[p] * expf(part - most);
            }
        }
        largest[row] = most;
        sums[row] = sum;
    }
}

void merge_sums(float *largest, float *sums, const float *part_largest, const float *part_sums,
                size_t rows, size_t pieces)
{
    if (rows > 0)
        merge<<<(unsigned)((rows + 63) / 64), 64>>>(largest, sums, part_largest, part_sums, rows,
                                                    pieces);
}
