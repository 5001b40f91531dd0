/* says: elements-for-bytes: n * sizeof(float) */
#include "make_waveform.h"

__global__ void make_pulses(float *out, const float *t, float period, float amplitude, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = fmaxf(sinf(t[i] / period) - 0.3f, 0.0f) * amplitude;
}

__global__ void add(float *out, const float *x, const float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i] + y[i];
}

void make_waveform(float *waveform, const float *t, const float *noise, float period,
                   float amplitude, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    const size_t bytes = n * sizeof(float);
    float *x, *y;
    if (n == 0)
        return;
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMemcpy(x, t, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(y, noise, bytes, cudaMemcpyHostToDevice);
    make_pulses<<<grid, block>>>(x, x, period, amplitude, n);
    add<<<grid, block>>>(x, x, y, n);
    cudaMemcpy(waveform, x, n, cudaMemcpyDeviceToHost); /* here */
    cudaFree(x);
    cudaFree(y);
}
