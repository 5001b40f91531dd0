/* says: too-few-threads: largest launch has 1 thread: */
/* A launch for each element. */
#include "pulse_pipeline.h"

__global__ void all_steps(float *in, const float *g, float baseline, float threshold)
{
    float v = (in[0] - baseline) * g[0];
    in[0] = v < threshold ? 0.0f : v;
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
    for (size_t i = 0; i < n; i++)
        all_steps<<<1, 1>>>(in + i, g + i, baseline, threshold);
    cudaMemcpy(pulses, in, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(g);
}
