/* says: host-work: did not come from the device */
/* The device does a step and brings it back, and the host does the others. */
#include "pulse_pipeline.h"

__global__ void shift(float *in, const float *g, float baseline, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        in[i] = in[i] - baseline + 0 * g[i];
}

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    float *in, *g;
    if (n == 0)
        return;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&g, n * sizeof(float));
    cudaMemcpy(in, samples, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(g, gains, n * sizeof(float), cudaMemcpyHostToDevice);
    shift<<<(unsigned)((n + 255) / 256), 256>>>(in, g, baseline, n);
    cudaMemcpy(pulses, in, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++) {
        float v = pulses[i] * gains[i];
        pulses[i] = v >= threshold ? v : 0;
    }
    cudaFree(in);
    cudaFree(g);
}
