// assert in a kernel: the message names line, block and thread on standard error, the launch ends
// with cudaErrorAssert, and the error stays.
#include "check.h"
#include "capture.h"
#include <assert.h>

enum { ASSERT_LINE = __LINE__ + 5 };

__global__ void positive(const int *data, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(data[i] >= 0);
    out[i] = data[i];
}

int main(void)
{
    int data[96], got[96];
    for (int i = 0; i < 96; i++) {
        data[i] = i;
    }
    int *in = check_upload(data, 96), *out = check_device<int>(96);
    positive<<<3, 32>>>(in, out);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_EQ(got[95], 95);

    data[32 + 5] = -1;
    CHECK_CUDA(cudaMemcpy(in, data, sizeof(data), cudaMemcpyHostToDevice));
    static char text[4096];
    struct capture c = capture_begin(2);
    positive<<<3, 32>>>(in, out);
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_ERROR(status, cudaErrorAssert);
    char place[32];
    snprintf(place, sizeof(place), "assert.cu:%d: ", ASSERT_LINE);
    CHECK(strstr(text, place) != NULL);
    CHECK(strstr(text, "positive") != NULL);
    CHECK(strstr(text, ": block: [1,0,0], thread: [5,0,0] Assertion `data[i] >= 0` failed.") !=
          NULL);

    // Sticky: what uses the device says so again and again. cudaGetLastError knows what this
    // thread's calls returned, and forgets it once asked.
    CHECK_ERROR(cudaPeekAtLastError(), cudaErrorAssert);
    CHECK_ERROR(cudaGetLastError(), cudaErrorAssert);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaPeekAtLastError());
    CHECK_ERROR(cudaMalloc((void **)&out, 16), cudaErrorAssert);
    CHECK_ERROR(cudaGetLastError(), cudaErrorAssert);
    CHECK_ERROR(cudaMemcpy(got, in, sizeof(got), cudaMemcpyDeviceToHost), cudaErrorAssert);
    positive<<<1, 1>>>(in, out);
    CHECK_ERROR(cudaGetLastError(), cudaErrorAssert);
    CHECK_STR(cudaGetErrorString(status), "device-side assert triggered");
    return check_end();
}
