// Lockstep only: a launch in which all threads of all resident blocks wait for what never comes is
// stopped, with one line that says which it was. One whose threads take a lock in turns has longer.
#include "check.h"
#include "capture.h"

__global__ void wait_for_ever(volatile int *flag)
{
    while (*flag == 0) {
    }
}

// For so many of the host's clock ticks, which count CPU time.
__global__ void take_in_turns(int *lock, long ticks)
{
    clock_t begin = clock();
    while (clock() - begin < ticks) {
        if (atomicCAS(lock, 0, 1) == 0)
            atomicExch(lock, 0);
    }
}

int main(void)
{
    static char text[4096];
    char place[64];
    setenv("SIMT_TIMEOUT", "0.1", 1);
    int *flag = check_device<int>(1);
    CHECK_CUDA(cudaMemset(flag, 0, sizeof(*flag)));
    take_in_turns<<<1, 64>>>(flag, CLOCKS_PER_SEC * 4 / 10);
    CHECK_LAUNCH();
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
