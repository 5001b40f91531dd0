/* says: changed-input: is only to be read */
#include "mirror_image.h"

__global__ void flip(int *dst, const int *src, size_t rows, size_t cols)
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= rows || x >= cols)
        return;
    const int *line = &src[y * cols];
    int *s = (int *)line;
    int tmp = s[x];
    s[x] = s[cols - 1 - x]; /* here */
    s[cols - 1 - x] = tmp;
    dst[y * cols + x] = s[x];
}

extern "C" void mirror_image(int *out, const int *in, size_t rows, size_t columns)
{
    const unsigned T = 16;
    if (rows > 0) {
        dim3 g((unsigned)((columns + T - 1) / T), (unsigned)((rows + T - 1) / T));
        flip<<<g, dim3(T, T)>>>(out, in, rows, columns);
        cudaError_t e = cudaGetLastError();
        (void)e;
    }
}
