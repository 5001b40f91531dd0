/* says: waits-too-early: Put the wait behind that launch */
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
    if (n == 0)
        return;
    const unsigned grid = (unsigned)((n + 255) / 256);
    cudaStream_t one, other;
    cudaEvent_t ev;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ev, cudaEventDisableTiming);
    square_each<<<grid, 256, 0, other>>>(squared, x, n);
    cudaEventRecord(ev, other);
    cudaStreamWaitEvent(one, ev, 0); /* here */
    double_each<<<grid, 256, 0, one>>>(doubled, x, n);
    add_both<<<grid, 256, 0, one>>>(out, doubled, squared, n);
    cudaStreamSynchronize(one);
    cudaEventDestroy(ev);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
}
