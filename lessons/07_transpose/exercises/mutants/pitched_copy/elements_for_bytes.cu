/* says: elements-for-bytes: cudaMemcpy2D() counts bytes */
#include "pitched_copy.h"

__global__ void copy(float *out, size_t pitch, const float *in, size_t rows, size_t columns)
{
    const size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows) {
        const float *from = in + row * columns;
        float *to = out + row * pitch;
        for (size_t c = threadIdx.x; c < columns; c += blockDim.x)
            to[c] = from[c];
    }
}

void pitched_copy(float *out, size_t pitch, const float *in, size_t rows, size_t columns)
{
    dim3 block(32, 8);
    (void)block;
    if (rows > 0)
        cudaMemcpy2D(out, pitch, in, columns, columns, rows, cudaMemcpyDeviceToDevice); /* here */
}
