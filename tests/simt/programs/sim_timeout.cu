// Simulator only: a thread that waits for one that cannot run meanwhile would wait for ever. The
// launch is stopped with a line that says which it was, and the error sticks.
#include "check.h"
#include "capture.h"

// Thread 1 begins when thread 0 has ended or lets others go on; a plain load does not.
__global__ void wait_for_next(volatile int *flag)
{
    if (threadIdx.x == 0) {
        while (*flag == 0) {
        }
    } else {
        *flag = 1;
    }
}

int main(void)
{
    static char text[4096];
    char place[64];
    setenv("SIMT_TIMEOUT", "0.1", 1);
    int *flag = check_device<int>(1);
    CHECK_CUDA(cudaMemset(flag, 0, sizeof(*flag)));
    struct capture c = capture_begin(2);
    snprintf(place, sizeof(place), "sim_timeout.cu:%d: ", __LINE__ + 1);
    wait_for_next<<<3, 2>>>(flag);
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_ERROR(status, cudaErrorLaunchTimeout);
    CHECK(strstr(text, place) != NULL);
    CHECK(strstr(text, "<<<(3,1,1), (2,1,1)>>>, block (0,0,0): ") != NULL ||
          strstr(text, "<<<(3,1,1), (2,1,1)>>>, block (1,0,0): ") != NULL ||
          strstr(text, "<<<(3,1,1), (2,1,1)>>>, block (2,0,0): ") != NULL);
    CHECK(strstr(text, "0.1 s of CPU time (SIMT_TIMEOUT ") != NULL);
    CHECK_EQ(strchr(text, '\n') - text, (long)strlen(text) - 1); // one line
    CHECK_ERROR(cudaGetLastError(), cudaErrorLaunchTimeout);
    CHECK_ERROR(cudaFree(flag), cudaErrorLaunchTimeout);
    return check_end();
}
