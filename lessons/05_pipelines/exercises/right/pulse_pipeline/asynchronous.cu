/* All of it in a stream, the memory too. */
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
    const size_t bytes = n * sizeof(float);
    const unsigned grid = (unsigned)((n + 511) / 512);
    float *value, *gain;
    cudaStream_t stream;
    if (n == 0)
        return;
    cudaStreamCreate(&stream);
    cudaMallocAsync(&value, bytes, stream);
    cudaMallocAsync(&gain, bytes, stream);
    cudaMemcpyAsync(value, samples, bytes, cudaMemcpyHostToDevice, stream);
    shift<<<grid, 512, 0, stream>>>(value, value, baseline, n);
    cudaMemcpyAsync(gain, gains, bytes, cudaMemcpyHostToDevice, stream);
    scale<<<grid, 512, 0, stream>>>(value, value, gain, n);
    suppress<<<grid, 512, 0, stream>>>(value, value, threshold, n);
    cudaMemcpyAsync(pulses, value, bytes, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(value, stream);
    cudaFreeAsync(gain, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}
