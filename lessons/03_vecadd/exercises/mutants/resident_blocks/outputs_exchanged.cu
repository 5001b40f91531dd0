/* says: outputs-exchanged: it belongs into warps[1] */
#include "resident_blocks.h"

__global__ void work(float *out, const float *in)
{
    extern __shared__ float part[];
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

void resident_blocks(int *blocks, int *warps, const int *threads, size_t shared, size_t n)
{
    cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
    for (size_t i = 0; i < n; i++) {
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&warps[i], work, threads[i], shared);
        blocks[i] = warps[i] * ((threads[i] + 31) / 32);
    }
}
