/* says: chunk-from-beginning: copies `weights` from its beginning */
#include "create_hidden_layer.h"

__global__ void neuron(float *g, const float *w, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        g[i] = tanhf(g[i] / 255 * w[i]);
}

void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    const size_t CH = 1 << 20;
    cudaStream_t q[3];
    float *g[3], *w[3];
    size_t room = n < CH ? n : CH;
    if (!n)
        return;
    for (int k = 0; k < 3; k++) {
        cudaStreamCreate(&q[k]);
        cudaMalloc(&g[k], room * 4);
        cudaMalloc(&w[k], room * 4);
    }
    int k = 0;
    for (size_t at = 0; at < n; at += CH, k = (k + 1) % 3) {
        size_t m = n - at;
        if (m > CH)
            m = CH;
        cudaMemcpyAsync(g[k], greys + at, m * 4, cudaMemcpyHostToDevice, q[k]);
        cudaMemcpyAsync(w[k], weights, m * 4, cudaMemcpyHostToDevice, q[k]); /* here */
        neuron<<<(m + 255) / 256, 256, 0, q[k]>>>(g[k], w[k], m);
        cudaMemcpyAsync(layer + at, g[k], m * 4, cudaMemcpyDeviceToHost, q[k]);
    }
    cudaDeviceSynchronize();
    for (k = 0; k < 3; k++) {
        cudaFree(g[k]);
        cudaFree(w[k]);
        cudaStreamDestroy(q[k]);
    }
}
