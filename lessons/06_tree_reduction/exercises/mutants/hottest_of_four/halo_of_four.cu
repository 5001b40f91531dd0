/* says: race: does the other reach one cell too far */
#include "hottest_of_four.h"

__global__ void hottest(int *out, const int *in, size_t n)
{
    __shared__ int part[3 + 256];
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const unsigned t = threadIdx.x;
    if (i < n)
        part[3 + t] = in[i];
    if (t < 4)
        part[t] = blockIdx.x > 0 ? in[i - 3] : in[0]; /* here */
    __syncthreads();
    if (i < n)
        out[i] = max(max(part[t], part[t + 1]), max(part[t + 2], part[t + 3]));
}

void hottest_of_four(int *out, const int *in, size_t n)
{
    if (n > 0)
        hottest<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n);
}
