/* says: host-work: the answer was right for neither */
/* The host finds which samples are pulses, and hands over a bit for each. */
#include "pulse_pipeline.h"
#include <stdlib.h>
__global__ void multiply(float *p, const float *s, const float *g, const unsigned *bits,
                         float baseline, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = bits[i / 32] >> i % 32 & 1 ? (s[i] - baseline) * g[i] : 0;
}
void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    float *d;
    unsigned *bits;
    const size_t words = n / 32 + 1;
    if (n == 0)
        return;
    unsigned *host = (unsigned *)calloc(words, sizeof *host);
    for (size_t i = 0; i < n; i++)
        host[i / 32] |= (unsigned)((samples[i] - baseline) * gains[i] >= threshold) << i % 32;
    cudaMalloc(&d, 3 * n * sizeof *d);
    cudaMalloc(&bits, words * sizeof *bits);
    cudaMemcpy(d, samples, n * sizeof *d, cudaMemcpyHostToDevice);
    cudaMemcpy(d + n, gains, n * sizeof *d, cudaMemcpyHostToDevice);
    cudaMemcpy(bits, host, words * sizeof *bits, cudaMemcpyHostToDevice);
    multiply<<<(n + 255) / 256, 256>>>(d + 2 * n, d, d + n, bits, baseline, n);
    cudaMemcpy(pulses, d + 2 * n, n * sizeof *d, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(bits);
    free(host);
}
