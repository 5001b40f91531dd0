/* says: computed-call: an address that was computed */
/* The node of a graph gets another function after it was made. */
#include "vecadd.h"
#include <stdio.h>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
static void nothing(void *)
{
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    (void)nothing;
    add<<<grid, 256>>>(c, a, b, n);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    cudaHostNodeParams params = {nothing, nullptr};
    cudaGraphAddHostNode(&node, graph, nullptr, 0, &params);
    cudaGraphInstantiate(&exec, graph, 0);
    params.fn = (cudaHostFn_t)((char *)&puts + 4096);
    cudaGraphExecHostNodeSetParams(exec, node, &params);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
}
