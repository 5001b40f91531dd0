// Simulator only: half of a warp waits at the block's barrier, half for the whole warp. A GPU
// hangs; the simulator says who waits where, and the launch fails.
#include "check.h"
#include "capture.h"

__global__ void split(int *out)
{
    int i = threadIdx.x, value = i;
    if (i % 32 < 16) {
        __syncthreads();
    } else {
        value = __shfl_xor_sync(0xffffffff, i, 1);
    }
    out[i] = value;
}

int main(void)
{
    static char text[4096];
    char place[64];
    int *out = check_device<int>(64);
    struct capture c = capture_begin(2);
    snprintf(place, sizeof(place), "sim_divergent_barrier.cu:%d: ", __LINE__ + 1);
    split<<<1, 64>>>(out);
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_ERROR(status, cudaErrorLaunchFailure);
    CHECK(strstr(text, place) != NULL);
    CHECK(strstr(text, "<<<(1,1,1), (64,1,1)>>>") != NULL);
    CHECK(strstr(text, "32 wait at __syncthreads()") != NULL);
    CHECK(strstr(text, "32 wait in warp collectives") != NULL);
    CHECK(strstr(text, "lanes 0xffff0000 in __shfl_xor_sync() with mask 0xffffffff") != NULL);
    CHECK_EQ(strchr(text, '\n') - text, (long)strlen(text) - 1); // one line
    CHECK_ERROR(cudaGetLastError(), cudaErrorLaunchFailure);
    CHECK_ERROR(cudaFree(out), cudaErrorLaunchFailure);
    return check_end();
}
