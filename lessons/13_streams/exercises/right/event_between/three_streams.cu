#include "event_between.h"

__global__ void double_each(float *doubled, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        doubled[i] = 2 * x[i];
}

__global__ void square_each(float *squared, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        squared[i] = x[i] * x[i];
}

__global__ void add_both(float *out, const float *doubled, const float *squared, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = doubled[i] + squared[i];
}

void event_between(float *out, float *doubled, float *squared, const float *x, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    if (n == 0)
        return;
    cudaStream_t streams[3];
    cudaEvent_t done[2];
    for (cudaStream_t &stream : streams)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (cudaEvent_t &event : done)
        cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    double_each<<<grid, block, 0, streams[0]>>>(doubled, x, n);
    cudaEventRecord(done[0], streams[0]);
    square_each<<<grid, block, 0, streams[1]>>>(squared, x, n);
    cudaEventRecord(done[1], streams[1]);
    for (cudaEvent_t event : done)
        cudaStreamWaitEvent(streams[2], event, 0);
    add_both<<<grid, block, 0, streams[2]>>>(out, doubled, squared, n);
    cudaDeviceSynchronize();
    for (cudaEvent_t event : done)
        cudaEventDestroy(event);
    for (cudaStream_t stream : streams)
        cudaStreamDestroy(stream);
}
