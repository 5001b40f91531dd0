// Simulator only: a kernel that waits for a later launch of the one device that there is. A launch
// is over before the next one begins, so it would wait for ever: it is stopped with a line that
// says so.
#include "check.h"
#include "capture.h"

#include <cooperative_groups.h>

__global__ void meet(unsigned char *arrived, int rank)
{
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        unsigned seen = 0;
        if (rank == 1) {
            asm volatile("st.release.sys.global.u8 [%0], %1;" ::"l"(arrived), "r"(1) : "memory");
        }
        while (rank == 0 && !seen) {
            asm volatile("ld.acquire.sys.global.u8 %0, [%1];"
                         : "=r"(seen)
                         : "l"(arrived)
                         : "memory");
        }
    }
    cooperative_groups::this_grid().sync();
}

int main(void)
{
    static char text[4096];
    unsigned char *arrived;
    cudaStream_t streams[2];
    setenv("SIMT_TIMEOUT", "0.1", 1);
    CHECK_CUDA(cudaHostAlloc(&arrived, 1, cudaHostAllocPortable));
    *arrived = 0;
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaStreamCreate(&streams[i]));
    }
    struct capture c = capture_begin(2);
    cudaError_t status = cudaSuccess;
    for (int i = 0; i < 2 && status == cudaSuccess; i++) {
        void *arguments[] = {&arrived, &i};
        status = cudaLaunchCooperativeKernel(CHECK_KERNEL(meet), dim3(3), dim3(64), arguments, 0,
                                             streams[i]);
        status = status == cudaSuccess ? cudaGetLastError() : status;
    }
    status = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_ERROR(status, cudaErrorLaunchTimeout);
    CHECK(strstr(text, "<<<(3,1,1), (64,1,1)>>>, block (0,0,0): ") != NULL);
    CHECK(strstr(text, "cannot wait for a block that comes later, a later launch, ") != NULL);
    CHECK_EQ(strchr(text, '\n') - text, (long)strlen(text) - 1); // one line
    return check_end();
}
