/* says: offset-in-bytes: counts elements, and not bytes */
#include "create_hidden_layer.h"
__global__ void layer_of(float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        greys[i] = tanhf(greys[i] / 255.0f * weights[i]);
}
#define CHUNK 65536
void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    float *g, *w;
    cudaMalloc(&g, CHUNK * sizeof(float));
    cudaMalloc(&w, CHUNK * sizeof(float));
    for (size_t at = 0; at < n; at += CHUNK) {
        size_t count = n - at > CHUNK ? CHUNK : n - at;
        size_t bytes = count * sizeof(float);
        cudaMemcpy(g, greys + at * sizeof(float), bytes, cudaMemcpyHostToDevice); /* here */
        cudaMemcpy(w, weights + at * sizeof(float), bytes, cudaMemcpyHostToDevice);
        layer_of<<<(unsigned)((count + 255) / 256), 256>>>(g, w, count);
        cudaMemcpy(layer + at * sizeof(float), g, bytes, cudaMemcpyDeviceToHost);
    }
    cudaFree(g);
    cudaFree(w);
}
