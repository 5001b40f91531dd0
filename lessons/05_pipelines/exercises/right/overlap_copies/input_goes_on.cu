/* The input is a pointer that goes on by itself, the output is counted on from. */
#include "overlap_copies.h"

__global__ void activate(float *value, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        value[i] = tanhf(value[i]);
}

void overlap_copies(float *out, const float *x, size_t n)
{
    if (n == 0)
        return;
    const size_t chunk = (n + 3) / 4;
    float *device;
    cudaStream_t stream[2];
    cudaMalloc(&device, n * sizeof(float));
    for (int s = 0; s < 2; s++)
        cudaStreamCreate(&stream[s]);
    int k = 0;
    for (size_t at = 0; at < n; at += chunk, k++) {
        size_t count = n - at < chunk ? n - at : chunk;
        cudaStream_t s = stream[k % 2];
        cudaMemcpyAsync(device + at, x, count * sizeof(float), cudaMemcpyHostToDevice, s);
        activate<<<(unsigned)((count + 255) / 256), 256, 0, s>>>(device + at, count);
        cudaMemcpyAsync(out + at, device + at, count * sizeof(float), cudaMemcpyDeviceToHost, s);
        x += count;
    }
    for (int s = 0; s < 2; s++) {
        cudaStreamSynchronize(stream[s]);
        cudaStreamDestroy(stream[s]);
    }
    cudaFree(device);
}
