/* Another kernel, and the call with flags. */
#include "resident_blocks.h"

template <typename T> __global__ void work(T *out, const T *in)
{
    extern __shared__ char part[];
    T *cells = (T *)part;
    cells[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = cells[blockDim.x - 1 - threadIdx.x];
}

void resident_blocks(int *blocks, int *warps, const int *threads, size_t shared, size_t n)
{
    cudaFuncSetAttribute(work<double>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
    for (size_t i = 0; i < n; i++) {
        cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks[i], work<double>, threads[i],
                                                               shared, cudaOccupancyDefault);
        warps[i] = blocks[i] * ((threads[i] + 31) / 32);
    }
}
