/* says: wrong-value: Put the difference in brackets */
#include "pulse_pipeline.h"

__global__ void all(float *out, const float *in, const float *gains, float baseline,
                    float threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = in[i] - baseline * gains[i];
        out[i] = v >= threshold ? v : 0;
    }
}

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    if (n == 0)
        return;
    size_t bytes = n * sizeof(float);
    float *in, *out, *g;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMalloc(&g, bytes);
    cudaMemcpy(in, samples, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(g, gains, bytes, cudaMemcpyHostToDevice);
    all<<<(n + 255) / 256, 256>>>(out, in, g, baseline, threshold, n);
    cudaMemcpy(pulses, out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    cudaFree(g);
}
