/* says: wrong-value: itself, which is */
#include "hottest_of_four.h"

__global__ void hottest(int *out, const int *in, size_t n)
{
    __shared__ int part[3 + 256], pair[2 + 256];
    const int t = threadIdx.x;
    const long long base = (long long)blockIdx.x * 256 - 3;
    for (int k = t; k < 259; k += 256) {
        long long p = base + k;
        p = p < 0 ? 0 : p;
        part[k] = p < (long long)n ? in[p] : INT_MIN;
    }
    __syncthreads();
    for (int k = t; k < 258; k += 256)
        pair[k] = max(part[k], part[k + 1]);
    __syncthreads();
    const size_t i = (size_t)blockIdx.x * 256 + t;
    if (i < n)
        out[i] = max(pair[t], pair[t + 1]);
}

void hottest_of_four(int *out, const int *in, size_t n)
{
    if (n > 0)
        hottest<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n);
}
