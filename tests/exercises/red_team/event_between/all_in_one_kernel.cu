/* says: kernels-joined: You launch 1 kernel, and 3 are asked for */
#include "event_between.h"
__global__ void all(float *out, float *doubled, float *squared, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    doubled[i] = 2 * x[i];
    squared[i] = x[i] * x[i];
    out[i] = 2 * x[i] + x[i] * x[i];
}
void event_between(float *out, float *doubled, float *squared, const float *x, size_t n)
{
    if (n > 0)
        all<<<(unsigned)((n + 255) / 256), 256>>>(out, doubled, squared, x, n);
}
