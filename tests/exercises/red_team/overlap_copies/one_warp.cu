/* says: too-few-threads: largest launch has 32 threads */
/* One warp for each chunk. */
#include "overlap_copies.h"

__global__ void activate(float *value, size_t n)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        value[i] = tanhf(value[i]);
}

void overlap_copies(float *out, const float *x, size_t n)
{
    enum { CHUNKS = 8, STREAMS = 2 };
    const size_t chunk = (n + CHUNKS - 1) / CHUNKS;
    cudaStream_t streams[STREAMS];
    float *device;
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreate(&streams[s]);
    cudaMalloc(&device, n * sizeof(float));
    for (size_t begin = 0, k = 0; begin < n; begin += chunk, k++) {
        const size_t count = n - begin < chunk ? n - begin : chunk;
        const size_t bytes = count * sizeof(float);
        cudaStream_t s = streams[k % STREAMS];
        cudaMemcpyAsync(device + begin, x + begin, bytes, cudaMemcpyHostToDevice, s);
        activate<<<1, 32, 0, s>>>(device + begin, count);
        cudaMemcpyAsync(out + begin, device + begin, bytes, cudaMemcpyDeviceToHost, s);
    }
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamSynchronize(streams[s]);
        cudaStreamDestroy(streams[s]);
    }
    cudaFree(device);
}
