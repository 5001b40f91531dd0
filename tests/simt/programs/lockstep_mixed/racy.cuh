// The same launches in two translation units, one of which simt-cc compiles for lockstep.
#include <cuda_runtime.h>

__global__ static void racy(int *cell)
{
    *cell += 1;
}

static inline int count(int *cell, bool by_pointer)
{
    int got = 0;
    void *args[] = {&cell};
    cudaMemset(cell, 0, sizeof(*cell));
    if (by_pointer) {
        cudaLaunchKernel(racy, dim3(1), dim3(32), args);
    } else {
        racy<<<1, 32>>>(cell);
    }
    cudaMemcpy(&got, cell, sizeof(got), cudaMemcpyDeviceToHost);
    return got;
}
