/* says: host-work: copied to the host and computed */
/* The host does it, and the kinds of its copies name other sides: no kind would make it right. */
#include "add_half.h"

__global__ void add_last(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i == n - 1)
        a[i] += 0.5f;
}

void add_half(float *a, size_t n)
{
    float *x;
    if (n == 0)
        return;
    cudaMallocHost(&x, n * sizeof(float));
    cudaMemcpy(x, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
    for (size_t i = 0; i + 1 < n; i++)
        x[i] += 0.5f;
    cudaMemcpy(a, x, n * sizeof(float), cudaMemcpyDeviceToDevice);
    add_last<<<(unsigned)((n + 255) / 256), 256>>>(a, n);
    cudaDeviceSynchronize();
    cudaFreeHost(x);
}
