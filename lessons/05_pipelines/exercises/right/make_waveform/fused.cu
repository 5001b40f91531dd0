/* One kernel for both steps, which strides by the grid. */
#include "make_waveform.h"

__global__ void pulses_and_noise(float *values, const float *noise, float period, float amplitude,
                                 size_t n)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        values[i] = fmaxf(sinf(values[i] / period) - 0.3f, 0.0f) * amplitude + noise[i];
}

void make_waveform(float *waveform, const float *t, const float *noise, float period,
                   float amplitude, size_t n)
{
    const size_t bytes = n * sizeof(float);
    float *both;
    if (n == 0 || cudaMalloc(&both, 2 * bytes) != cudaSuccess)
        return;
    cudaMemcpy(both, t, bytes, cudaMemcpyDefault);
    cudaMemcpy(both + n, noise, bytes, cudaMemcpyDefault);
    pulses_and_noise<<<64, 128>>>(both, both + n, period, amplitude, n);
    cudaMemcpy(waveform, both, bytes, cudaMemcpyDefault);
    cudaFree(both);
}
