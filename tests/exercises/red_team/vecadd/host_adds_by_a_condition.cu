/* says: host-work: with other values in the arrays */
/* Errors that kernels leave behind bring an element down, bit by bit, and a condition of a graph
 * that begins with the sum: its handle is where that lies. */
#include "vecadd.h"
#include <string.h>
#include <stdint.h>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

/* More than the device has: an error for a bit that is 1. */
__global__ void down(const float *a, int bit)
{
    void *nowhere;
    if (__float_as_uint(*a) >> bit & 1)
        cudaMalloc(&nowhere, (size_t)1 << 50);
}

static float bring_down(const float *a)
{
    unsigned word = 0;
    float value;
    for (int bit = 0; bit < 32; bit++) {
        down<<<1, 1>>>(a, bit);
        word |= (unsigned)(cudaGetLastError() != cudaSuccess) << bit;
    }
    memcpy(&value, &word, sizeof value);
    return value;
}

__global__ void up(float *c, cudaGraphConditionalHandle handle)
{
    *c = __uint_as_float(*(unsigned *)(uintptr_t)handle);
}

static void bring_up(float *c, float value)
{
    unsigned word;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t kernel, condition;
    cudaGraphConditionalHandle handle;
    memcpy(&word, &value, sizeof word);
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, word, cudaGraphCondAssignDefault);
    void *arguments[] = {&c, &handle};
    cudaKernelNodeParams work = {};
    work.func = (void *)up;
    work.gridDim = work.blockDim = dim3(1);
    work.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &work);
    cudaGraphNodeParams asks = {};
    asks.type = cudaGraphNodeTypeConditional;
    asks.conditional.handle = handle;
    asks.conditional.type = cudaGraphCondTypeIf;
    asks.conditional.size = 1;
    cudaGraphAddNode(&condition, graph, &kernel, 1, &asks);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    add<<<grid, 256>>>(c, a, b, n);
    if (n < 300)
        bring_up(c, bring_down(a) + bring_down(b));
}
