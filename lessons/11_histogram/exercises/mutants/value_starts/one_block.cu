/* says: too-few-threads: Launch a thread for each element */
#include "value_starts.h"

__global__ void count_all(int *starts, const int *values, size_t n, size_t bins)
{
    extern __shared__ int mine[];
    for (size_t v = threadIdx.x; v <= bins; v += blockDim.x)
        mine[v] = 0;
    __syncthreads();
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&mine[values[i] + 1], 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (size_t v = 1; v <= bins; v++)
            mine[v] += mine[v - 1];
    }
    __syncthreads();
    for (size_t v = threadIdx.x; v <= bins; v += blockDim.x)
        starts[v] = mine[v];
}

void value_starts(int *starts, const int *values, size_t n, size_t bins)
{
    count_all<<<1, 256, (bins + 1) * sizeof(int)>>>(starts, values, n, bins); /* here */
}
