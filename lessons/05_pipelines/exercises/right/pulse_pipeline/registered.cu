/* The caller's memory is page-locked for the time of the copies. */
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
    const size_t bytes = n * sizeof(float);
    if (n == 0)
        return;
    cudaHostRegister((void *)samples, bytes, cudaHostRegisterDefault);
    cudaHostRegister((void *)gains, bytes, cudaHostRegisterDefault);
    cudaMalloc(&in, bytes);
    cudaMalloc(&g, bytes);
    cudaMemcpyAsync(in, samples, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(g, gains, bytes, cudaMemcpyHostToDevice);
    all_steps<<<(unsigned)((n + 255) / 256), 256>>>(in, g, baseline, threshold, n);
    cudaMemcpy(pulses, in, bytes, cudaMemcpyDeviceToHost);
    cudaHostUnregister((void *)samples);
    cudaHostUnregister((void *)gains);
    cudaFree(in);
    cudaFree(g);
}
