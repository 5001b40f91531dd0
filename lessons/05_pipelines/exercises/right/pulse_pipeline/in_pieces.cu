/* In pieces of 10000: each element still crosses the bus once a way. */
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
    const size_t piece = 10000;
    float *value, *gain;
    cudaMalloc(&value, piece * sizeof(float));
    cudaMalloc(&gain, piece * sizeof(float));
    for (size_t begin = 0; begin < n; begin += piece) {
        const size_t count = n - begin < piece ? n - begin : piece;
        const unsigned grid = (unsigned)((count + 127) / 128);
        cudaMemcpy(value, samples + begin, count * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(gain, gains + begin, count * sizeof(float), cudaMemcpyHostToDevice);
        shift<<<grid, 128>>>(value, value, baseline, count);
        scale<<<grid, 128>>>(value, value, gain, count);
        suppress<<<grid, 128>>>(value, value, threshold, count);
        cudaMemcpy(pulses + begin, value, count * sizeof(float), cudaMemcpyDeviceToHost);
    }
    cudaFree(value);
    cudaFree(gain);
}
