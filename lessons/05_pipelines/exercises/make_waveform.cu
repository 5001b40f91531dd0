/*
 * Exercise 5.1: without the round trip.
 *
 * make_waveform() makes a train of pulses and adds noise to it: two kernels. The pulses come back
 * to the host after the first kernel, and go to the device again for the second one. The result is
 * right. Leave the pulses on the device: t and noise are to be copied there once, and the waveform
 * is to be copied back once. The kernels may stay as they are.
 *
 *   ./gridstride check 5.1           says what is still wrong
 *   ./gridstride check 5.1 --plot    draws the noise and your waveform, of 23 pulses
 *   ./gridstride check 5.1 --hint    one hint further each time
 */
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
    float *x, *y, *out;
    if (n == 0)
        return;
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMalloc(&out, bytes);

    cudaMemcpy(x, t, bytes, cudaMemcpyHostToDevice);
    make_pulses<<<grid, block>>>(out, x, period, amplitude, n);
    cudaMemcpy(waveform, out, bytes, cudaMemcpyDeviceToHost);

    cudaMemcpy(x, waveform, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(y, noise, bytes, cudaMemcpyHostToDevice);
    add<<<grid, block>>>(out, x, y, n);
    cudaMemcpy(waveform, out, bytes, cudaMemcpyDeviceToHost);

    cudaFree(x);
    cudaFree(y);
    cudaFree(out);
}
