/* says: wrong-value: is the comparison the other way round */
/* The result of a step is the operand of the next, where it lies. */
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
        out[i] = in[i] < threshold ? in[i] : 0.0f;
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
    cudaMemcpy(factors, gains, bytes, cudaMemcpyHostToDevice);
    shift<<<grid, block>>>(out, in, baseline, n);
    scale<<<grid, block>>>(in, out, factors, n);
    suppress<<<grid, block>>>(out, in, threshold, n);
    cudaMemcpy(pulses, out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    cudaFree(factors);
}
