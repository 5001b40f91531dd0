/* says: never-written: 600 of 900 elements. Which thread is to compute it */
#include "updated_rows.h"

__global__ void double_row(float *out, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * x[i];
}

__global__ void square_row(float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] *= out[i];
}

void updated_rows(float *out, const float *x, size_t n, size_t rows)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    if (n == 0)
        return;
    /* The arguments of both kernels: graphs copy them when they are given these. */
    float *to = out;
    const float *from = x;
    void *double_arguments[] = {&to, &from, &n}, *square_arguments[] = {&to, &n};
    cudaKernelNodeParams doubles = {}, squares = {};
    doubles.func = (void *)double_row;
    doubles.gridDim = dim3(grid);
    doubles.blockDim = dim3(block);
    doubles.kernelParams = double_arguments;
    squares = doubles;
    squares.func = (void *)square_row;
    squares.kernelParams = square_arguments;

    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphNode_t first, second;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &doubles);
    cudaGraphAddKernelNode(&second, graph, &first, 1, &squares);
    cudaGraphInstantiate(&exec, graph, 0);
    for (size_t row = 0; row < rows; row++) {
        to = out;
        from = x + row * n;
        cudaGraphExecKernelNodeSetParams(exec, first, &doubles);
        cudaGraphExecKernelNodeSetParams(exec, second, &squares);
        cudaGraphLaunch(exec, stream);
    }
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}
