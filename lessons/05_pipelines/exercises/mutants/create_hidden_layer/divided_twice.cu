/* says: wrong-value: divided by 255 twice */
#include "create_hidden_layer.h"
__device__ float normalize(float grey)
{
    return grey / 255.0f;
}
__device__ float weigh(float v, float w)
{
    return v * w;
}
__device__ float activate(float v)
{
    return tanhf(v);
}
__global__ void layer_of(float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        greys[i] = activate(normalize(weigh(greys[i], weights[i])) / 255.0f);
}
void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    const size_t CHUNK = 1 << 20;
    if (n == 0)
        return;
    float *g, *w;
    cudaMalloc(&g, CHUNK * sizeof(float));
    cudaMalloc(&w, CHUNK * sizeof(float));
    for (size_t first = 0; first < n; first += CHUNK) {
        size_t count = min(CHUNK, n - first);
        cudaMemcpy(g, greys + first, count * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(w, weights + first, count * sizeof(float), cudaMemcpyHostToDevice);
        layer_of<<<(unsigned)((count + 255) / 256), 256>>>(g, w, count);
        cudaMemcpy(layer + first, g, count * sizeof(float), cudaMemcpyDeviceToHost);
    }
    cudaFree(g);
    cudaFree(w);
}
