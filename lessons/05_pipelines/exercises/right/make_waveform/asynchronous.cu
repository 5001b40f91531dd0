/* All of it in a stream; the phase is a product, and the pulse is chosen by a branch. */
#include "make_waveform.h"

__global__ void make_pulses(float *t, float radians, float amplitude, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float top = sinf(t[i] * radians) - 0.3f;
    t[i] = top > 0 ? top * amplitude : 0.0f;
}

__global__ void add(float *x, const float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += y[i];
}

void make_waveform(float *waveform, const float *t, const float *noise, float period,
                   float amplitude, size_t n)
{
    const size_t bytes = n * sizeof(float);
    const unsigned grid = (unsigned)((n + 511) / 512);
    float *x, *y;
    cudaStream_t stream;
    if (n == 0)
        return;
    cudaStreamCreate(&stream);
    cudaMallocAsync(&x, bytes, stream);
    cudaMallocAsync(&y, bytes, stream);
    cudaMemcpyAsync(x, t, bytes, cudaMemcpyHostToDevice, stream);
    make_pulses<<<grid, 512, 0, stream>>>(x, 1.0f / period, amplitude, n);
    cudaMemcpyAsync(y, noise, bytes, cudaMemcpyHostToDevice, stream);
    add<<<grid, 512, 0, stream>>>(x, y, n);
    cudaMemcpyAsync(waveform, x, bytes, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(x, stream);
    cudaFreeAsync(y, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}
