/* says: missing-level: A block has 96 threads here */
#include "shared_tree.h"

#define N_THREADS 96

__global__ void tree(float *total, const float *x, size_t n)
{
    __shared__ float cache[N_THREADS];
    float temp = 0;
    size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    while (tid < n) {
        temp += x[tid];
        tid += blockDim.x * gridDim.x;
    }
    int cacheIndex = threadIdx.x;
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0)
        atomicAdd(total, cache[0]);
}

void shared_tree(float *total, const float *x, size_t n)
{
    cudaMemset(total, 0, sizeof(float));
    size_t blocks = (n + 8 * N_THREADS - 1) / (8 * N_THREADS);
    if (blocks > 0)
        tree<<<blocks, N_THREADS>>>(total, x, n); /* here */
}
