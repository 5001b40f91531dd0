/* The host puts each sample beside its gain, so that a thread loads both at once. */
#include "pulse_pipeline.h"

#include <vector>

__global__ void all_steps(float *out, const float2 *in, float baseline, float threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = (in[i].x - baseline) * in[i].y;
        out[i] = v < threshold ? 0.0f : v;
    }
}

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    std::vector<float2> pairs(n);
    float2 *in;
    float *out;
    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++)
        pairs[i] = make_float2(samples[i], gains[i]);
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemcpy(in, pairs.data(), n * sizeof *in, cudaMemcpyHostToDevice);
    all_steps<<<(unsigned)((n + 255) / 256), 256>>>(out, in, baseline, threshold, n);
    cudaMemcpy(pulses, out, n * sizeof *out, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
}
