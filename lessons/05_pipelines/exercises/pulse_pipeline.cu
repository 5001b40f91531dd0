/*
 * Exercise 5.4: keep the data on the device.
 *
 * pulse_pipeline() finds pulses in samples: it takes away a baseline, multiplies by a gain, and
 * suppresses what is under a threshold. Each step is a kernel, and each step brings its operands to
 * the device and its result back, as if the others did not exist. The result is right. Leave the
 * values on the device between the steps: each input is to be copied there once, and the pulses are
 * to be copied back once. The kernels may stay as they are.
 *
 *   ./gridstride check 5.4           says what is still wrong
 *   ./gridstride check 5.4 --hint    one hint further each time
 */
#include "pulse_pipeline.h"

__global__ void shift(float *out, const float *in, float baseline, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] - baseline;
}

__global__ void scale(float *out, const float *in, const float *gains, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * gains[i];
}

__global__ void suppress(float *out, const float *in, float threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] < threshold ? 0.0f : in[i];
}

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    const size_t bytes = n * sizeof(float);
    float *in, *out, *factors;
    if (n == 0)
        return;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMalloc(&factors, bytes);

    cudaMemcpy(in, samples, bytes, cudaMemcpyHostToDevice);
    shift<<<grid, block>>>(out, in, baseline, n);
    cudaMemcpy(pulses, out, bytes, cudaMemcpyDeviceToHost);

    cudaMemcpy(in, pulses, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(factors, gains, bytes, cudaMemcpyHostToDevice);
    scale<<<grid, block>>>(out, in, factors, n);
    cudaMemcpy(pulses, out, bytes, cudaMemcpyDeviceToHost);

    cudaMemcpy(in, pulses, bytes, cudaMemcpyHostToDevice);
    suppress<<<grid, block>>>(out, in, threshold, n);
    cudaMemcpy(pulses, out, bytes, cudaMemcpyDeviceToHost);

    cudaFree(in);
    cudaFree(out);
    cudaFree(factors);
}
