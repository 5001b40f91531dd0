/* A stream for each stage: events say when a chunk may go on to the next. */
#include "overlap_copies.h"

__global__ void activate(float *value, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        value[i] = tanhf(value[i]);
}

void overlap_copies(float *out, const float *x, size_t n)
{
    const size_t chunk = 1000;
    cudaStream_t in, compute, back;
    cudaEvent_t here, done;
    float *device;
    cudaStreamCreate(&in);
    cudaStreamCreate(&compute);
    cudaStreamCreate(&back);
    cudaEventCreateWithFlags(&here, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMalloc(&device, n * sizeof(float));
    for (size_t begin = 0; begin < n; begin += chunk) {
        const size_t count = n - begin < chunk ? n - begin : chunk;
        cudaMemcpyAsync(device + begin, x + begin, count * sizeof(float), cudaMemcpyHostToDevice,
                        in);
        cudaEventRecord(here, in);
        cudaStreamWaitEvent(compute, here, 0);
        activate<<<(unsigned)((count + 127) / 128), 128, 0, compute>>>(device + begin, count);
        cudaEventRecord(done, compute);
        cudaStreamWaitEvent(back, done, 0);
        cudaMemcpyAsync(out + begin, device + begin, count * sizeof(float), cudaMemcpyDeviceToHost,
                        back);
    }
    cudaStreamSynchronize(back);
    cudaEventDestroy(here);
    cudaEventDestroy(done);
    cudaStreamDestroy(in);
    cudaStreamDestroy(compute);
    cudaStreamDestroy(back);
    cudaFree(device);
}
