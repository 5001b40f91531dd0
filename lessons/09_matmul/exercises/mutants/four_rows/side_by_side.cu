/* says: uncoalesced: Neighbouring threads */
#include "four_rows.h"

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    const size_t first = 4 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= rows)
        return;
    float sums[4] = {};
    for (size_t k = 0; k < inner; k++) {
        const float of_a = a[row * inner + k];
        for (size_t j = 0; j < 4; j++) {
            if (first + j < rows)
                sums[j] += of_a * b[k * rows + first + j]; /* here */
        }
    }
    for (size_t j = 0; j < 4; j++) {
        if (first + j < rows)
            c[row * rows + first + j] = sums[j];
    }
}

void four_rows(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    if (rows > 0)
        multiply<<<dim3((unsigned)((rows + 63) / 64), (unsigned)((rows + 15) / 16)),
                   dim3(16, 16)>>>(c, a, b, rows, inner);
}
