/* says: surplus-threads: Each device is to add one half */
#include "all_reduce.h"

__global__ void add(float *sum, const float *mine, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        sum[i] += mine[i];
}

static void launch_add(float *sum, const float *mine, size_t count, cudaStream_t stream)
{
    if (count > 0)
        add<<<(unsigned)((count + 255) / 256), 256, 0, stream>>>(sum, mine, count); /* here */
}

void all_reduce(float *first_sum, float *second_sum, const float *first, const float *second,
                size_t n)
{
    size_t half = n / 2;
    cudaMemcpyPeer(second_sum, 1, first, 0, n * sizeof(float));
    cudaMemcpyPeer(first_sum, 0, second, 1, n * sizeof(float));
    launch_add(first_sum, first, n, 0);
    cudaSetDevice(1);
    launch_add(second_sum, second, n, 0);
}
