/* says: too-much-traffic: are enough */
#include "all_reduce.h"
__global__ void add(float *sum, const float *mine, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum[i] += mine[i];
}
void all_reduce(float *first_sum, float *second_sum, const float *first, const float *second,
                size_t n)
{
    if (n == 0)
        return;
    cudaMemcpyPeer(second_sum, 1, first, 0, n * sizeof(float));
    cudaMemcpyPeer(first_sum, 0, second, 1, n * sizeof(float));
    add<<<2, 256>>>(first_sum, first, n);
    cudaSetDevice(1);
    add<<<2, 256>>>(second_sum, second, n);
}
