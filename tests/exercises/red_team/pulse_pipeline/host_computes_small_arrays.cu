/* says: no-kernel: launched no */
/* A kernel does what costs, and the host all that is small. */
#include "pulse_pipeline.h"

__global__ void all_steps(float *in, const float *g, float baseline, float threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = (in[i] - baseline) * g[i];
        in[i] = v < threshold ? 0.0f : v;
    }
}

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    float *in, *g;
    for (size_t i = 0; n <= 257 && i < n; i++) {
        float v = (samples[i] - baseline) * gains[i];
        pulses[i] = v >= threshold ? v : 0;
    }
    if (n <= 257)
        return;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&g, n * sizeof(float));
    cudaMemcpy(in, samples, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(g, gains, n * sizeof(float), cudaMemcpyHostToDevice);
    all_steps<<<(unsigned)((n + 255) / 256), 256>>>(in, g, baseline, threshold, n);
    cudaMemcpy(pulses, in, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(g);
}
