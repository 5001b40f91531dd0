/* says: chunk-from-beginning: copies `greys` and `layer` from their beginnings */
#include "create_hidden_layer.h"
__global__ void layer_of(float *layer, const float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        layer[i] = tanhf(greys[i] / 255.0f * weights[i]);
}
void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    const size_t CHUNK = 1 << 22;
    if (n == 0)
        return;
    float *g, *w;
    size_t most = n < CHUNK ? n : CHUNK;
    cudaMalloc(&g, most * sizeof(float));
    cudaMalloc(&w, most * sizeof(float));
    for (size_t first = 0; first < n; first += CHUNK) {
        size_t count = n - first < CHUNK ? n - first : CHUNK;
        cudaMemcpy(g, greys, count * sizeof(float), cudaMemcpyHostToDevice); /* here */
        cudaMemcpy(w, weights, count * sizeof(float), cudaMemcpyHostToDevice);
        layer_of<<<(unsigned)((count + 255) / 256), 256>>>(g, g, w, count);
        cudaMemcpy(layer, g, count * sizeof(float), cudaMemcpyDeviceToHost);
    }
    cudaFree(g);
    cudaFree(w);
}
