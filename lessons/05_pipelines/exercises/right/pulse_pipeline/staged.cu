/* All three arrays pass through one page-locked buffer, a piece at a time. */
#include "pulse_pipeline.h"

#include <string.h>

__global__ void all_steps(float *in, const float *g, float baseline, float threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = (in[i] - baseline) * g[i];
        in[i] = v < threshold ? 0.0f : v;
    }
}

enum { PIECE = 1000 };

static void bring(float *device, const float *from, size_t n, float *stage)
{
    for (size_t begin = 0; begin < n; begin += PIECE) {
        size_t bytes = (n - begin < PIECE ? n - begin : PIECE) * sizeof(float);
        memcpy(stage, from + begin, bytes);
        cudaMemcpy(device + begin, stage, bytes, cudaMemcpyHostToDevice);
    }
}

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    float *in, *g, *stage;
    if (n == 0)
        return;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&g, n * sizeof(float));
    cudaMallocHost(&stage, PIECE * sizeof(float));
    bring(in, samples, n, stage);
    bring(g, gains, n, stage);
    all_steps<<<(unsigned)((n + 255) / 256), 256>>>(in, g, baseline, threshold, n);
    for (size_t begin = 0; begin < n; begin += PIECE) {
        size_t bytes = (n - begin < PIECE ? n - begin : PIECE) * sizeof(float);
        cudaMemcpy(stage, in + begin, bytes, cudaMemcpyDeviceToHost);
        memcpy(pulses + begin, stage, bytes);
    }
    cudaFreeHost(stage);
    cudaFree(in);
    cudaFree(g);
}
