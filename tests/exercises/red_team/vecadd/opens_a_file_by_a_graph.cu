/* says: cuda-error: cudaErrorOperatingSystem */
/* The library draws a graph into a file. */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphDebugDotPrint(graph, "owned", 0);
    cudaGraphDebugDotPrint(graph, "/tmp/owned", 0);
    cudaGraphDestroy(graph);
    add<<<grid, 256>>>(c, a, b, n);
}
