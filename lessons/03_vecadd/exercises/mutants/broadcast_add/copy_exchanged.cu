/* says: host-pointer: The destination must be device memory */
#include "broadcast_add.h"
__global__ void add(int64_t *out, const int64_t *a, const int64_t *s, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + *s;
}
void broadcast_add(int64_t *out, const int64_t *a, int64_t s, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    int64_t *d;
    cudaMalloc(&d, sizeof(int64_t));
    cudaMemcpy(&s, d, sizeof(int64_t), cudaMemcpyHostToDevice); /* here */
    if (grid > 0)
        add<<<grid, block>>>(out, a, d, n);
    cudaFree(d);
}
