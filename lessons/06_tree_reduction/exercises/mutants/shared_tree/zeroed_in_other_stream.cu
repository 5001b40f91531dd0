/* says: race-streams: the kernel does not wait for it */
#include "shared_tree.h"

__global__ void add_up(float *total, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, part[0]); /* here */
}

void shared_tree(float *total, const float *x, size_t n)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemsetAsync(total, 0, sizeof *total, s);
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(total, x, n);
    cudaStreamDestroy(s);
}
