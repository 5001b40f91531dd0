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
    cudaStream_t stream;
    cudaGraphExec_t exec = nullptr;
    cudaStreamCreate(&stream);
    for (size_t row = 0; row < rows; row++) {
        cudaGraph_t graph;
        cudaGraphExecUpdateResultInfo result;
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
        double_row<<<grid, block, 0, stream>>>(out + row * n, x + row * n, n);
        square_row<<<grid, block, 0, stream>>>(out + row * n, n);
        cudaStreamEndCapture(stream, &graph);
        if (exec == nullptr)
            cudaGraphInstantiate(&exec, graph, 0);
        else
            cudaGraphExecUpdate(exec, graph, &result);
        cudaGraphDestroy(graph);
        cudaGraphLaunch(exec, stream);
    }
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaStreamDestroy(stream);
}
