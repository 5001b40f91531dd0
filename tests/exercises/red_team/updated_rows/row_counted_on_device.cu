/* says: not-updated: the same arguments in two launches */
#include "updated_rows.h"
__device__ unsigned row, done;
__global__ void double_row(float *out, const float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[row * n + i] = 2 * x[row * n + i];
}
__global__ void square_row(float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[row * n + i] *= out[row * n + i];
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    __threadfence();
    if (atomicAdd(&done, 1) % gridDim.x == gridDim.x - 1) {
        __threadfence();
        row++;
    }
}
void updated_rows(float *out, const float *x, size_t n, size_t rows)
{
    const unsigned grid = (unsigned)((n + 255) / 256);
    if (n == 0)
        return;
    const unsigned zero = 0;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMemcpyToSymbol(row, &zero, sizeof zero);
    cudaMemcpyToSymbol(done, &zero, sizeof zero);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    double_row<<<grid, 256, 0, stream>>>(out, x, n);
    square_row<<<grid, 256, 0, stream>>>(out, n);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (size_t k = 0; k < rows; k++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}
