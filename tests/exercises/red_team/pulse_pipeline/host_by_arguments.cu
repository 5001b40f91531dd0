/* says: host-work: the host computed */
/* What the host computed comes with the arguments of launches, 900 elements at a time. */
#include "pulse_pipeline.h"

struct some {
    float value[900];
};

__global__ void take(float *out, const float *in, const float *g, some from, size_t begin, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 900 && begin + i < n)
        out[begin + i] = from.value[i] + 0 * in[begin + i] + 0 * g[begin + i];
}

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    float *in, *g, *out;
    if (n == 0)
        return;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&g, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, samples, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(g, gains, n * sizeof(float), cudaMemcpyHostToDevice);
    for (size_t begin = 0; begin < n; begin += 900) {
        some from;
        for (size_t i = 0; i < 900 && begin + i < n; i++) {
            float v = (samples[begin + i] - baseline) * gains[begin + i];
            from.value[i] = v >= threshold ? v : 0;
        }
        take<<<4, 256>>>(out, in, g, from, begin, n);
    }
    cudaMemcpy(pulses, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(g);
    cudaFree(out);
}
