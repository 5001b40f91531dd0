/* says: host-work: copied to the host and computed */
/* All that comes and goes is copied by way of an array for textures. */
#include "vecadd.h"
#include <vector>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;

    std::vector<float> x(n), y(n);
    add<<<grid, 256>>>(c, a, b, n);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    size_t wide = n < 1024 ? n : 1024;
    cudaMallocArray(&array, &format, wide, 0);
    for (size_t i = 0; i < n; i += wide) {
        size_t m = n - i < wide ? n - i : wide;
        cudaMemcpy2DToArray(array, 0, 0, a + i, m * 4, m * 4, 1, cudaMemcpyDeviceToDevice);
        cudaMemcpy2DFromArray(&x[i], m * 4, array, 0, 0, m * 4, 1, cudaMemcpyDeviceToHost);
        cudaMemcpy2DToArray(array, 0, 0, b + i, m * 4, m * 4, 1, cudaMemcpyDeviceToDevice);
        cudaMemcpy2DFromArray(&y[i], m * 4, array, 0, 0, m * 4, 1, cudaMemcpyDeviceToHost);
        for (size_t k = i; k < i + m; k++)
            x[k] += y[k];
        cudaMemcpy2DToArray(array, 0, 0, &x[i], m * 4, m * 4, 1, cudaMemcpyHostToDevice);
        cudaMemcpy2DFromArray(c + i, m * 4, array, 0, 0, m * 4, 1, cudaMemcpyDeviceToDevice);
    }
    cudaFreeArray(array);
}
