/* Rows of the tiles have one place more, so that a column goes through all banks. */
#include "all_pairs.h"
template <unsigned B>
__global__ void pairs(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float ta[B][B + 1], tb[B][B + 1];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t i = blockIdx.y * B + y, j = blockIdx.x * B + x, jb = blockIdx.x * B + y;
    float s = 0;
    for (size_t k = 0; k < inner; k += B) {
        ta[y][x] = i < rows && k + x < inner ? a[i * inner + k + x] : 0.f;
        tb[y][x] = jb < rows && k + x < inner ? b[jb * inner + k + x] : 0.f;
        __syncthreads();
        for (unsigned q = 0; q != B; ++q)
            s = __fmaf_rn(ta[y][q], tb[x][q], s);
        __syncthreads();
    }
    if (i < rows && j < rows)
        c[i * rows + j] = s;
}
void all_pairs(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    if (rows)
        pairs<16><<<dim3((rows + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(c, a, b, rows, inner);
}
