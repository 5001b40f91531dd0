// Lockstep only: a launch in which all threads of all resident blocks wait for what never comes is
// stopped, with one line that says which it was.
#include "check.h"
#include "capture.h"

__global__ void wait_for_ever(volatile int *flag)
{
    while (*flag == 0) {
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
    snprintf(place, sizeof(place), "lockstep_timeout.cu:%d: ", __LINE__ + 1);
    wait_for_ever<<<50, 96>>>(flag);
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_ERROR(status, cudaErrorLaunchTimeout);
    CHECK(strstr(text, place) != NULL);
    CHECK(strstr(text, "<<<(50,1,1), (96,1,1)>>>, block (") != NULL);
    CHECK(strstr(text, "0.1 s of CPU time (SIMT_TIMEOUT ") != NULL);
    CHECK(strstr(text, "wait in a loop for a block that comes later") != NULL);
    CHECK_EQ(strchr(text, '\n') - text, (long)strlen(text) - 1); // one line
    CHECK_ERROR(cudaFree(flag), cudaErrorLaunchTimeout);
    return check_end();
}
