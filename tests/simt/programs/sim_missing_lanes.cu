// Simulator only: a mask names lane 16, which never comes. A GPU may hang or go on with rubbish;
// the simulator names the mask, and the launch fails.
#include "check.h"
#include "capture.h"

__global__ void wrong_mask(int *out)
{
    int lane = threadIdx.x;
    int value;
    if (lane < 16) {
        value = __shfl_down_sync(0x0001ffff, lane, 1);
    } else {
        value = __shfl_down_sync(0xffff0000, lane, 1);
    }
    __syncthreads();
    out[lane] = value;
}

int main(void)
{
    static char text[4096];
    int *out = check_device<int>(32);
    struct capture c = capture_begin(2);
    wrong_mask<<<3, 32>>>(out);
    CHECK_CUDA(cudaGetLastError()); // it was launched; how it ended the next call says
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_ERROR(status, cudaErrorLaunchFailure);
    CHECK(strstr(text, "16 wait at __syncthreads()") != NULL);
    CHECK(strstr(text, "16 wait in warp collectives") != NULL);
    CHECK(strstr(text, "lanes 0x0000ffff in __shfl_down_sync() with mask 0x0001ffff") != NULL);
    return check_end();
}
