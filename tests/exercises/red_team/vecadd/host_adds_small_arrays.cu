/* says: host-work: copied to the host and computed */
/* A kernel does what costs, and the host all that is small. */
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
    if (n > 256) {
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, n);
        return;
    }
    std::vector<float> x(n), y(n);
    cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
    cudaMemcpy(c, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
