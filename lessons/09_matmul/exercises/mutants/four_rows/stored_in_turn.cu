/* says: other-rows: is that of a */
#include "four_rows.h"

enum { EACH = 4 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t first = EACH * ((size_t)blockIdx.y * blockDim.y + threadIdx.y);
    if (column >= rows)
        return;
    float sums[EACH] = {};
    for (size_t k = 0; k < inner; k++) {
        const float of_b = b[k * rows + column];
        for (size_t i = 0; i < EACH; i++) {
            if (first + 5 * i < rows)
                sums[i] += a[(first + 5 * i) * inner + k] * of_b;
        }
    }
    for (size_t i = 0; i < EACH; i++) {
        if (first + i < rows)
            c[(first + i) * rows + column] = sums[i];
    }
}

void four_rows(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned blocks = (unsigned)((rows + 31) / 32);
    if (rows > 0)
        multiply<<<dim3(blocks, blocks), dim3(32, 8)>>>(c, a, b, rows, inner);
}
