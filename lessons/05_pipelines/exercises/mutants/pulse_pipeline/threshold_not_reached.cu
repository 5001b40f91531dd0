/* says: threshold-suppressed: the threshold itself */
#include "pulse_pipeline.h"

__global__ void pulse(float *out, const float *in, const float *gains, float baseline,
                      float threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = (in[i] - baseline) * gains[i];
        out[i] = v <= threshold ? 0.0f : v;
    }
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
    pulse<<<grid, block>>>(out, in, factors, baseline, threshold, n);
    cudaMemcpy(pulses, out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    cudaFree(factors);
}
