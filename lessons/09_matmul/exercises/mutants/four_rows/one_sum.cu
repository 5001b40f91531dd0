/* says: not-begun-anew: Each of the four sums begins with 0 */
#include "four_rows.h"

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t first = 4 * ((size_t)blockIdx.y * blockDim.y + threadIdx.y);
    float sum = 0;
    for (size_t i = first; i < first + 4; i++) {
        if (i < rows && column < rows) {
            for (size_t k = 0; k < inner; k++)
                sum += a[i * inner + k] * b[k * rows + column];
            c[i * rows + column] = sum;
        }
    }
}

void four_rows(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned blocks = (unsigned)((rows + 31) / 32);
    if (rows > 0)
        multiply<<<dim3(blocks, blocks), dim3(32, 8)>>>(c, a, b, rows, inner);
}
