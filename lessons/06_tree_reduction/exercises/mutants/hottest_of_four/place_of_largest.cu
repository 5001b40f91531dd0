/* says: place-not-value: the place of the largest one */
#include "hottest_of_four.h"

__global__ void hottest(int *out, const int *in, size_t n)
{
    __shared__ int part[3 + 256];
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const unsigned t = threadIdx.x;
    if (i < n)
        part[3 + t] = in[i];
    if (t < 3)
        part[t] = blockIdx.x > 0 ? in[i - 3] : in[0];
    __syncthreads();
    if (i < n) {
        size_t place = 3;
        for (size_t k = 0; k < 3; k++)
            place = part[t + k] > part[t + place] ? k : place;
        out[i] = (int)(i >= 3 ? i - 3 + place : place);
    }
}

void hottest_of_four(int *out, const int *in, size_t n)
{
    if (n > 0)
        hottest<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n);
}
