/* says: too-much-traffic: Let the block load each element once */
#include "hottest_of_four.h"

__global__ void hottest(int *out, const int *in, size_t n)
{
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    int most = in[i];
    for (size_t back = 1; back <= 3 && back <= i; back++)
        most = max(most, in[i - back]); /* here */
    out[i] = most;
}

void hottest_of_four(int *out, const int *in, size_t n)
{
    if (n > 0)
        hottest<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n);
}
