/* Blocks overlap by four: each thread has one element through both steps, in a register. */
#include "two_steps.h"

__global__ void steps(float *out, const float *in, long long n)
{
    __shared__ float line[2][1 + 256 + 1];
    const int t = (int)threadIdx.x + 1;
    const long long i = (long long)blockIdx.x * 252 + threadIdx.x - 2;
    const bool inside = i >= 0 && i < n;
    float mine = inside ? in[i] : 0;
    for (int step = 0; step < 2; step++) {
        line[step][t] = mine;
        if (t == 1)
            line[step][0] = 0;
        if (t == 256)
            line[step][257] = 0;
        __syncthreads();
        mine = inside ? 0.25f * (line[step][t - 1] + line[step][t + 1]) + 0.5f * mine : 0;
    }
    if (inside && t >= 3 && t < 255)
        out[i] = mine;
}

void two_steps(float *out, const float *in, size_t n)
{
    if (n > 0)
        steps<<<(unsigned)((n + 251) / 252), 256>>>(out, in, (long long)n);
}
