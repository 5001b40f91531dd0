/* says: unrolled: leaves a as it was */
#include "captured_steps.h"
__device__ unsigned turn;
__global__ void all(float *a, size_t n, size_t steps)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = a[i];
    for (size_t k = 0; turn == 0 && k < steps; k++)
        v = 1 / (1 + (v * 0.5f + i % 8));
    a[i] = v;
}
__global__ void next()
{
    turn++;
}
void captured_steps(float *a, size_t n, size_t steps)
{
    if (n == 0)
        return;
    const unsigned zero = 0;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMemcpyToSymbol(turn, &zero, sizeof zero);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    all<<<(unsigned)((n + 255) / 256), 256, 0, stream>>>(a, n, steps);
    next<<<1, 1, 0, stream>>>();
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (size_t step = 0; step < steps; step++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}
