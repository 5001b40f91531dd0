// Simulator only: a block past the data writes into the guard zone behind the allocation, where a
// GPU would often write into a neighbour. The launch fails and the message names the allocation.
#include "check.h"
#include "capture.h"

__global__ void no_bounds_check(int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i;
}

int main(void)
{
    enum { N = 4096 };
    static char text[4096];
    char place[64];
    int *data = check_device<int>(N);
    no_bounds_check<<<N / 256, 256>>>(data);
    CHECK_LAUNCH();
    struct capture c = capture_begin(2);
    snprintf(place, sizeof(place), "sim_out_of_bounds.cu:%d: ", __LINE__ + 1);
    no_bounds_check<<<N / 256 + 5, 256>>>(data);
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_ERROR(status, cudaErrorIllegalAddress);
    CHECK(strstr(text, place) != NULL);
    CHECK(strstr(text, "illegal address") != NULL);
    CHECK(strstr(text, "16384") != NULL); // its size in bytes
    CHECK_ERROR(cudaGetLastError(), cudaErrorIllegalAddress);
    return check_end();
}
