/* says: host-work: copied to the host and computed */
/* The host does it, and a kernel looks busy. */
#include "vecadd.h"
#include <vector>

__global__ void look_busy(float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = c[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    std::vector<float> x(n), y(n);
    cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
    cudaMemcpy(c, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        look_busy<<<grid, 256>>>(c, n);
}
