/* The weights in constant memory, and four threads that load the halo. */
#include "smooth_curve.h"

__constant__ float constant[5];

__global__ void smooth(float *out, const float *in, size_t n)
{
    __shared__ float tile[2 + 128 + 2];
    const size_t i = (size_t)blockIdx.x * 128 + threadIdx.x;
    const unsigned t = threadIdx.x;
    tile[2 + t] = in[min(i, n - 1)];
    if (t < 2) {
        tile[t] = in[i >= 2 ? i - 2 : 0];
        tile[130 + t] = in[min(i + 128, n - 1)];
    }
    __syncthreads();
    if (i < n)
        out[i] = constant[0] * tile[t] + constant[1] * tile[t + 1] + constant[2] * tile[t + 2] +
                 constant[3] * tile[t + 3] + constant[4] * tile[t + 4];
}

void smooth_curve(float *out, const float *in, const float *weights, size_t n)
{
    if (n == 0)
        return;
    cudaMemcpyToSymbol(constant, weights, sizeof constant, 0, cudaMemcpyDeviceToDevice);
    smooth<<<(unsigned)((n + 127) / 128), 128>>>(out, in, n);
}
