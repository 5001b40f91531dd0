/* says: serial-work: one works, and the others wait for it */
/* All load, and one adds up, sixteen in an expression: it has few branches. */
#include "layer_norm.h"
__global__ void norm(float *y, const float *x, const float *w, const float *b, size_t columns)
{
    extern __shared__ float row[];
    __shared__ float mean, scale;
    const float *from = x + blockIdx.x * columns;
    for (size_t k = threadIdx.x; k < columns; k += blockDim.x)
        row[k] = from[k];
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0, q = 0;
        size_t k = 0;
        for (; k + 16 <= columns; k += 16)
            s += row[k] + row[k + 1] + row[k + 2] + row[k + 3] + row[k + 4] + row[k + 5] +
                 row[k + 6] + row[k + 7] + row[k + 8] + row[k + 9] + row[k + 10] + row[k + 11] +
                 row[k + 12] + row[k + 13] + row[k + 14] + row[k + 15];
        for (; k < columns; k++)
            s += row[k];
        mean = s / columns;
        k = 0;
#define D(j) (row[k + j] - mean) * (row[k + j] - mean)
        for (; k + 16 <= columns; k += 16)
            q += D(0) + D(1) + D(2) + D(3) + D(4) + D(5) + D(6) + D(7) + D(8) + D(9) + D(10) +
                 D(11) + D(12) + D(13) + D(14) + D(15);
        for (; k < columns; k++)
            q += D(0);
        scale = rsqrtf(q / columns + 1e-5f);
    }
    __syncthreads();
    for (size_t k = threadIdx.x; k < columns; k += blockDim.x)
        y[blockIdx.x * columns + k] = (row[k] - mean) * scale * w[k] + b[k];
}
void layer_norm(float *y, const float *x, const float *w, const float *b, size_t rows,
                size_t columns)
{
    if (rows > 0)
        norm<<<rows, 128, columns * sizeof(float)>>>(y, x, w, b, columns);
}
