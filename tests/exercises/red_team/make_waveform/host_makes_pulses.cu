/* says: host-work: the answer was right for neither */
/* The host makes the pulses, most of which are 0, and a kernel adds the noise. */
#include "make_waveform.h"
#include <math.h>
__constant__ float pulse[16000];
__global__ void k(float *w, const float *noise, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] = pulse[i] + noise[i];
}
void make_waveform(float *waveform, const float *t, const float *noise, float period,
                   float amplitude, size_t n)
{
    float *d, *dn;
    static float p[16000];
    if (n == 0)
        return;
    cudaMalloc(&d, n * 4);
    cudaMalloc(&dn, n * 4);
    cudaMemcpy(dn, noise, n * 4, cudaMemcpyHostToDevice);
    for (size_t from = 0; from < n; from += 16000) {
        size_t m = n - from < 16000 ? n - from : 16000;
        for (size_t i = 0; i < m; i++) {
            float s = sinf(t[from + i] / period) - 0.3f;
            p[i] = (s > 0 ? s : 0) * amplitude;
        }
        cudaMemcpyToSymbol(pulse, p, m * 4);
        k<<<(m + 255) / 256, 256>>>(d + from, dn + from, m);
    }
    cudaMemcpy(waveform, d, n * 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(dn);
}
