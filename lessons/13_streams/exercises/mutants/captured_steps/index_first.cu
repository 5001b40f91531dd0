/* says: other-order: a is as after add_index, halve and invert */
#include "captured_steps.h"

__global__ void halve(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= 0.5f;
}

__global__ void add_index(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += i % 8;
}

__global__ void invert(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = 1 / (1 + a[i]);
}

void captured_steps(float *a, size_t n, size_t steps)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    if (n == 0)
        return;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    add_index<<<grid, block, 0, stream>>>(a, n);
    halve<<<grid, block, 0, stream>>>(a, n);
    invert<<<grid, block, 0, stream>>>(a, n);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (size_t step = 0; step < steps; step++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}
