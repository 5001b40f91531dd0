/* says: device-pointer: device memory */
/* A node of a graph is a function of the host: is the device open meanwhile? */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

struct work {
    float *c;
    const float *a, *b;
    size_t n;
};
static void compute(void *at)
{
    work *w = (work *)at;
    for (size_t i = 0; i < w->n; i++)
        w->c[i] = w->a[i] + w->b[i];
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;

    work w = {c, a, b, n};
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    cudaHostNodeParams params = {compute, &w};
    cudaGraphAddHostNode(&node, graph, nullptr, 0, &params);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}
