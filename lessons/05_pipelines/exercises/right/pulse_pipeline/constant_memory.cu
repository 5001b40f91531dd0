/* The two numbers come by constant memory, the last block is filled up with zeros, and all lies in
 * one allocation. */
#include "pulse_pipeline.h"

struct numbers {
    float baseline, threshold;
};

__constant__ numbers c;

__global__ void all_steps(float *in, const float *g)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float v = (in[i] - c.baseline) * g[i];
    in[i] = v < c.threshold ? 0.0f : v;
}

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    const size_t padded = (n + 255) / 256 * 256;
    const numbers mine = {baseline, threshold};
    float *in;
    if (n == 0)
        return;
    cudaMemcpyToSymbol(c, &mine, sizeof mine);
    cudaMalloc(&in, 2 * padded * sizeof(float));
    cudaMemset(in, 0, 2 * padded * sizeof(float));
    cudaMemcpy(in, samples, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(in + padded, gains, n * sizeof(float), cudaMemcpyHostToDevice);
    all_steps<<<(unsigned)(padded / 256), 256>>>(in, in + padded);
    cudaMemcpy(pulses, in, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
}
