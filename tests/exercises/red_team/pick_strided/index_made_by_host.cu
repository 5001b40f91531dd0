/* says: needless-copy: let each thread compute */
/* The product is the exercise, and the host makes them all. */
#include "pick_strided.h"
#include <vector>

__global__ void pick(float *out, const float *in, const size_t *index, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[index[i]];
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    size_t *index;
    std::vector<size_t> products(n);
    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++)
        products[i] = i * stride % n;
    cudaMalloc(&index, n * sizeof *index);
    cudaMemcpy(index, products.data(), n * sizeof *index, cudaMemcpyHostToDevice);
    pick<<<(unsigned)((n + 255) / 256), 256>>>(out, in, index, n);
    cudaFree(index);
}
