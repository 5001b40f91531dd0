/* No shared memory: a warp hands its elements on, and 29 of its lanes have a whole window. */
#include "hottest_of_four.h"

__global__ void hottest(int *out, const int *in, long long n)
{
    const int lane = (int)(threadIdx.x % 32);
    const long long warp = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const long long i = warp * 29 + lane - 3;
    int most = in[min(max(i, 0LL), n - 1)];
    most = max(most, __shfl_up_sync(0xffffffff, most, 1));
    most = max(most, __shfl_up_sync(0xffffffff, most, 2));
    if (lane >= 3 && i < n)
        out[i] = most;
}

void hottest_of_four(int *out, const int *in, size_t n)
{
    const size_t warps = (n + 28) / 29;
    if (n > 0)
        hottest<<<(unsigned)((warps + 7) / 8), 256>>>(out, in, (long long)n);
}
