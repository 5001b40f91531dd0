// __trap ends the launch with cudaErrorLaunchFailure, which stays.
#include "check.h"

__global__ void trap_if(int *cell, unsigned when)
{
    *cell = 1;
    if (threadIdx.x == when) {
        __trap();
    }
}

int main(void)
{
    int *cell = check_device<int>(1), got = -1;
    trap_if<<<1, 64>>>(cell, 64);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(&got, cell, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_EQ(got, 1);

    trap_if<<<2, 64>>>(cell, 40);
    CHECK_ERROR(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    CHECK_ERROR(cudaGetLastError(), cudaErrorLaunchFailure);
    CHECK_CUDA(cudaPeekAtLastError());
    CHECK_ERROR(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    CHECK_ERROR(cudaPeekAtLastError(), cudaErrorLaunchFailure);
    CHECK_ERROR(cudaMemset(cell, 0, sizeof(int)), cudaErrorLaunchFailure);

    // what asks the device fails, what asks about it does not
    cudaEvent_t event;
    cudaStream_t stream;
    size_t free_bytes, total;
    int count = 0;
    CHECK_ERROR(cudaEventCreate(&event), cudaErrorLaunchFailure);
    CHECK_ERROR(cudaStreamCreate(&stream), cudaErrorLaunchFailure);
    CHECK_ERROR(cudaMemGetInfo(&free_bytes, &total), cudaErrorLaunchFailure);
    CHECK_CUDA(cudaGetDeviceCount(&count));
    CHECK_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrWarpSize, 0));
    CHECK_EQ(count, 32);
    return check_end();
}
