// Limits of a launch: at the limit it runs, past it nothing runs, the error says why, asking clears
// it, and the device is as good as before.
#include "check.h"

static int *counter;

__global__ void count(int *cell)
{
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        atomicAdd(cell, 1);
    }
}

__global__ void large_shared(int *cell, int words)
{
    extern __shared__ int memory[];
    for (int i = threadIdx.x; i < words; i += blockDim.x) {
        memory[i] = i;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(cell, memory[words - 1]);
    }
}

static int take(void)
{
    int value = -1;
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaMemcpy(&value, counter, sizeof(value), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemset(counter, 0, sizeof(value)));
    return value;
}

static void runs(dim3 grid, dim3 block)
{
    count<<<grid, block>>>(counter);
    CHECK_CUDA(cudaGetLastError());
    CHECK_EQ(take(), (int)(grid.x * grid.y * grid.z));
}

// The failure line names the line that asked.
#define REFUSED(grid, block, error)                                                                \
    do {                                                                                           \
        count<<<grid, block>>>(counter);                                                           \
        CHECK_ERROR(cudaPeekAtLastError(), error);                                                 \
        CHECK_ERROR(cudaPeekAtLastError(), error);                                                 \
        CHECK_ERROR(cudaGetLastError(), error);                                                    \
        CHECK_CUDA(cudaPeekAtLastError());                                                         \
        CHECK_CUDA(cudaGetLastError());                                                            \
        CHECK_EQ(take(), 0);                                                                       \
    } while (0)

static void check_shapes(void)
{
    runs(1, 1024);
    runs(3, dim3(1, 1024));
    runs(3, dim3(4, 4, 64));
    runs(dim3(1, 65535), 1);
    runs(dim3(1, 1, 65535), 1);
    runs(70000, 32);
    REFUSED(1, 1025, cudaErrorInvalidValue);
    REFUSED(1, 2048, cudaErrorInvalidValue);
    REFUSED(1, dim3(1024, 2), cudaErrorInvalidValue);
    REFUSED(1, dim3(1, 2048), cudaErrorInvalidValue);
    REFUSED(1, dim3(1, 1, 65), cudaErrorInvalidValue);
    REFUSED(1, dim3(32, 32, 2), cudaErrorInvalidValue);
    REFUSED(dim3(1, 65536), 1, cudaErrorInvalidValue);
    REFUSED(dim3(1, 1, 65536), 1, cudaErrorInvalidValue);
    REFUSED(0, 32, cudaErrorInvalidValue);
    REFUSED(1, 0, cudaErrorInvalidValue);
    REFUSED(dim3(1, 0), 32, cudaErrorInvalidValue);
    REFUSED(dim3(1, 1, 0), 32, cudaErrorInvalidValue);
    REFUSED(1, dim3(32, 0), cudaErrorInvalidValue);
    REFUSED(1, dim3(32, 1, 0), cudaErrorInvalidValue);
    REFUSED((unsigned)-1, 32, cudaErrorInvalidValue);
}

static void check_shared(void)
{
    int optin = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    large_shared<<<1, 64, 48 * 1024>>>(counter, 12 * 1024);
    CHECK_CUDA(cudaGetLastError());
    CHECK_EQ(take(), 12 * 1024 - 1);
    large_shared<<<1, 64, 48 * 1024 + 4>>>(counter, 4);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_EQ(take(), 0);

    CHECK_ERROR(
        cudaFuncSetAttribute(large_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, optin + 1),
        cudaErrorInvalidValue);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_CUDA(
        cudaFuncSetAttribute(large_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, optin));
    large_shared<<<2, 1024, optin>>>(counter, optin / 4);
    CHECK_CUDA(cudaGetLastError());
    CHECK_EQ(take(), 2 * (optin / 4 - 1));
    large_shared<<<1, 64, optin + 4>>>(counter, 4);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_EQ(take(), 0);

    // one kernel's allowance is not another's
    count<<<1, 32, 48 * 1024>>>(counter);
    CHECK_CUDA(cudaGetLastError());
    CHECK_EQ(take(), 1);
    count<<<1, 32, 48 * 1024 + 1>>>(counter);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_EQ(take(), 0);
    void *arguments[] = {&counter};
    CHECK_ERROR(cudaLaunchKernel(CHECK_KERNEL(count), dim3(1), dim3(32), arguments, 64 * 1024, 0),
                cudaErrorInvalidValue);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_EQ(take(), 0);
}

// An error of one launch is reported once, not again for the good launch that follows it.
static void check_recovery(void)
{
    count<<<1, 4096>>>(counter);
    count<<<5, 32>>>(counter);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_EQ(take(), 5);
    CHECK_CUDA(cudaGetLastError());
    CHECK_STR(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
}

int main(void)
{
    counter = check_device<int>(1);
    CHECK_CUDA(cudaMemset(counter, 0, sizeof(int)));
    check_shapes();
    check_shared();
    check_recovery();
    return check_end();
}
