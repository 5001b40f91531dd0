/* says: halo: those whose windows reach into the block before */
#include "hottest_of_four.h"
#include <limits.h>

__global__ void hottest(int *out, const int *in, size_t n)
{
    __shared__ int part[3 + 256];
    size_t first = (size_t)blockIdx.x * 256;
    int t = threadIdx.x;
    size_t i = first + t;
    part[3 + t] = i < n ? in[i] : INT_MIN;
    if (t < 3)
        part[t] = first + t >= 3 ? in[first + t - 2] : INT_MIN;
    __syncthreads();
    if (i < n) {
        int m = part[t];
        for (int k = 1; k < 4; k++)
            if (part[t + k] > m)
                m = part[t + k];
        out[i] = m;
    }
}

void hottest_of_four(int *out, const int *in, size_t n)
{
    if (n > 0)
        hottest<<<(n + 255) / 256, 256>>>(out, in, n);
}
