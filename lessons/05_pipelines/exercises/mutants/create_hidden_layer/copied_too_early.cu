/* says: wrong-value: is the copy back behind the kernel */
#include "create_hidden_layer.h"

__device__ float normalize(float grey)
{
    return grey / 255.0f;
}

__device__ float weigh(float value, float weight)
{
    return value * weight;
}

__device__ float activate(float value)
{
    return tanhf(value);
}

/* The result takes the place of the grey values. */
__global__ void neurons(float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        greys[i] = activate(weigh(normalize(greys[i]), weights[i]));
}

void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    enum { BLOCK = 256, STREAMS = 4 };
    const size_t most = 1 << 20, chunk = n < most ? n : most;
    cudaStream_t streams[STREAMS];
    float *room; /* of each stream: grey values, then weights, of one chunk */
    if (n == 0)
        return;
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreate(&streams[s]);
    cudaMalloc(&room, STREAMS * 2 * chunk * sizeof(float));
    for (size_t begin = 0, k = 0; begin < n; begin += chunk, k++) {
        const size_t count = n - begin < chunk ? n - begin : chunk;
        const size_t bytes = count * sizeof(float);
        const unsigned grid = (unsigned)((count + BLOCK - 1) / BLOCK);
        cudaStream_t s = streams[k % STREAMS];
        float *values = room + k % STREAMS * 2 * chunk, *factors = values + chunk;
        cudaMemcpyAsync(values, greys + begin, bytes, cudaMemcpyHostToDevice, s);
        cudaMemcpyAsync(factors, weights + begin, bytes, cudaMemcpyHostToDevice, s);
        cudaMemcpyAsync(layer + begin, values, bytes, cudaMemcpyDeviceToHost, s);
        neurons<<<grid, BLOCK, 0, s>>>(values, factors, count);
    }
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamSynchronize(streams[s]);
        cudaStreamDestroy(streams[s]);
    }
    cudaFree(room);
}
