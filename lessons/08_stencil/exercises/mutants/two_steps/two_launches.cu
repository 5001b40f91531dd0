/* says: too-many-launches: in shared memory */
#include "two_steps.h"

__global__ void one_step(float *out, const float *in, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float left = i > 0 ? in[i - 1] : 0, right = i + 1 < n ? in[i + 1] : 0;
    out[i] = left / 4 + in[i] / 2 + right / 4;
}

void two_steps(float *out, const float *in, size_t n)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    float *between;
    if (n == 0)
        return;
    cudaMalloc(&between, n * sizeof *between);
    one_step<<<blocks, 256>>>(between, in, n); /* here */
    one_step<<<blocks, 256>>>(out, between, n);
    cudaFree(between);
}
