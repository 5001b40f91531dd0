/* The samples in two halves; all gains go along with the first one. */
#include "pulse_pipeline.h"
__global__ void find(float *out, const float *in, const float *gains, float baseline,
                     float threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float value = (in[i] - baseline) * gains[i];
        out[i] = value < threshold ? 0.0f : value;
    }
}
void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    if (n == 0)
        return;
    float *in, *out, *factors;
    const size_t half = (n + 1) / 2;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&factors, n * sizeof(float));
    for (size_t at = 0; at < n; at += half) {
        size_t count = n - at < half ? n - at : half;
        if (at == 0)
            cudaMemcpy(factors, gains, n * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(in + at, samples + at, count * sizeof(float), cudaMemcpyHostToDevice);
    }
    find<<<(unsigned)((n + 255) / 256), 256>>>(out, in, factors, baseline, threshold, n);
    cudaMemcpy(pulses, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    cudaFree(factors);
}
