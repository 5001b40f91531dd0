/* says: wrong-index: and the three before it */
#include "hottest_of_four.h"
#include <limits.h>
__global__ void hottest(int *out, const int *in, size_t n)
{
    __shared__ int part[256 + 3];
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : INT_MIN;
    if (threadIdx.x < 3)
        part[256 + threadIdx.x] = i + 256 < n ? in[i + 256] : INT_MIN;
    __syncthreads();
    if (i < n) {
        int most = part[threadIdx.x];
        for (int k = 1; k < 4; k++)
            most = max(most, part[threadIdx.x + k]);
        out[i] = most;
    }
}
void hottest_of_four(int *out, const int *in, size_t n)
{
    if (n > 0)
        hottest<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n);
}
