/* says: host-work: copied to the host and computed */
/* The host does it, and a kernel fetches the results. */
#include "vecadd.h"

__global__ void carry(float *to, const float *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    float *x, *y;
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    cudaMallocHost(&x, n * sizeof(float));
    cudaMallocHost(&y, n * sizeof(float));
    cudaMemcpy(x, a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, b, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
    carry<<<grid, 256>>>(c, x, n);
    cudaDeviceSynchronize();
    cudaFreeHost(x);
    cudaFreeHost(y);
}
