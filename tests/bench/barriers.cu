/* Kernels for the benchmark of the simulator itself. */
#include "barriers.h"

#include <cuda_runtime.h>

/* Each barrier separates a write to shared memory from a neighbour's read, as in real code. */
__global__ void shift(int *out, int barriers)
{
    __shared__ int tile[BARRIER_BLOCK];
    int t = threadIdx.x, value = t;
    for (int i = 0; i < barriers; i += 2) {
        tile[t] = value;
        __syncthreads();
        value = tile[(t + 1) % BARRIER_BLOCK];
        __syncthreads();
    }
    out[t] = value;
}

__global__ void one(int *out)
{
    *out += 1;
}

extern "C" int bench_barriers(int *out, int barriers)
{
    shift<<<1, BARRIER_BLOCK>>>(out, barriers);
    return cudaDeviceSynchronize();
}

extern "C" int bench_one_thread(int *out)
{
    one<<<1, 1>>>(out);
    return cudaDeviceSynchronize();
}
