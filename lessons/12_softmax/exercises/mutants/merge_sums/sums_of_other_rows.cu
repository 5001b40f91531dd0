/* says: wrong-index: the sums of pieces 0, 33 and so on were taken */
#include "merge_sums.h"
__global__ void merge(float *largest, float *sums, const float *part_largest,
                      const float *part_sums, size_t rows, size_t pieces)
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float most = -INFINITY, sum = 0;
    for (size_t p = 0; p < pieces; p++)
        most = fmaxf(most, part_largest[row * pieces + p]);
    for (size_t p = 0; p < pieces; p++)
        sum += part_sums[p * rows + row] * expf(part_largest[row * pieces + p] - most);
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
