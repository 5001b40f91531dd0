/* A thread has two elements of c, one below the other; tiles are 32 high. */
#include "tiled_product.h"

enum { WIDE = 16, HIGH = 32 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float from_a[HIGH][WIDE], from_b[WIDE][WIDE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t upper = (size_t)blockIdx.y * HIGH + y, lower = upper + WIDE;
    const size_t column = (size_t)blockIdx.x * WIDE + x;
    float sum = 0, second = 0;
    for (size_t first = 0; first < inner; first += WIDE) {
        const bool in_a = first + x < inner;
        __syncthreads();
        from_a[y][x] = in_a && upper < rows ? a[upper * inner + first + x] : 0;
        from_a[y + WIDE][x] = in_a && lower < rows ? a[lower * inner + first + x] : 0;
        from_b[y][x] = first + y < inner && column < rows ? b[(first + y) * rows + column] : 0;
        __syncthreads();
        for (unsigned k = 0; k < WIDE; k++) {
            sum += from_a[y][k] * from_b[k][x];
            second += from_a[y + WIDE][k] * from_b[k][x];
        }
    }
    if (upper < rows && column < rows)
        c[upper * rows + column] = sum;
    if (lower < rows && column < rows)
        c[lower * rows + column] = second;
}

void tiled_product(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const dim3 grid((unsigned)((rows + WIDE - 1) / WIDE), (unsigned)((rows + HIGH - 1) / HIGH));
    if (rows > 0)
        multiply<<<grid, dim3(WIDE, WIDE)>>>(c, a, b, rows, inner);
}
