/* says: host-work: copied to the host and computed */
/* The host does it in managed memory, where copies count as within the device. */
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
    if (n == 0)
        return;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaMemcpy(x, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemcpy(y, b, n * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
    carry<<<(unsigned)((n + 255) / 256), 256>>>(c, x, n);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
}
