/* says: host-work: copied to the host and computed */
/* No copy at all: kernels carry the values to where the host counts them, and the counts back. */
#include "histogram.h"

__global__ void bring(int *to, const int *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = values[i];
}

__global__ void add(unsigned *counts, const unsigned *more, int bins)
{
    int bin = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (bin < bins)
        counts[bin] += more[bin];
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    int *x;
    unsigned *more;
    if (n == 0)
        return;
    cudaMallocHost(&x, n * sizeof *x);
    cudaMallocHost(&more, (size_t)bins * sizeof *more);
    bring<<<(unsigned)((n + 255) / 256), 256>>>(x, values, n);
    cudaDeviceSynchronize();
    for (int bin = 0; bin < bins; bin++)
        more[bin] = 0;
    for (size_t i = 0; i < n; i++)
        more[x[i]]++;
    add<<<(unsigned)(bins + 255) / 256, 256>>>(counts, more, bins);
    cudaDeviceSynchronize();
    cudaFreeHost(x);
    cudaFreeHost(more);
}
