// A kernel that writes through a bad pointer ends with cudaErrorIllegalAddress, which stays; the
// host program goes on and may say so.
#include "check.h"

__global__ void write(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int meeting;
    meeting = n;
    __syncthreads(); // the fault may strike a thread that has waited
    if (i < meeting) {
        data[i] = i;
    }
}

int main(void)
{
    int *data = check_device<int>(256), got[256];
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    write<<<2, 128>>>(data, 256);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(got, data, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_EQ(got[255], 255);

    write<<<2, 128, 0, stream>>>(NULL, 256);
    CHECK_ERROR(cudaStreamSynchronize(stream), cudaErrorIllegalAddress);
    CHECK_ERROR(cudaGetLastError(), cudaErrorIllegalAddress);
    CHECK_CUDA(cudaGetLastError()); // forgotten here, but not by the device
    CHECK_CUDA(cudaPeekAtLastError());
    CHECK_ERROR(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    CHECK_ERROR(cudaMemcpy(got, data, sizeof(got), cudaMemcpyDeviceToHost),
                cudaErrorIllegalAddress);
    CHECK_ERROR(cudaFree(data), cudaErrorIllegalAddress);
    void *more = NULL;
    CHECK_ERROR(cudaMalloc(&more, 64), cudaErrorIllegalAddress);
    write<<<1, 1>>>(data, 0);
    CHECK_ERROR(cudaGetLastError(), cudaErrorIllegalAddress);
    return check_end();
}
