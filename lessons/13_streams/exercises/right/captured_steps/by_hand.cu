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
    void *arguments[] = {&a, &n};
    const void *kernels[] = {(void *)halve, (void *)add_index, (void *)invert};
    cudaGraphNode_t nodes[3];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphCreate(&graph, 0);
    for (int k = 0; k < 3; k++) {
        cudaKernelNodeParams params = {};
        params.func = const_cast<void *>(kernels[k]);
        params.gridDim = dim3(grid);
        params.blockDim = dim3(block);
        params.kernelParams = arguments;
        cudaGraphAddKernelNode(&nodes[k], graph, k > 0 ? &nodes[k - 1] : nullptr, k > 0, &params);
    }
    cudaGraphInstantiate(&exec, graph, 0);
    for (size_t step = 0; step < steps; step++)
        cudaGraphLaunch(exec, nullptr);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}
