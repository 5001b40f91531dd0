/* says: host-work: copied to the host and computed */
/* A node of a graph is a function of the host, between two kernels that carry the values. */
#include "vecadd.h"

__global__ void carry(float *c, const float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i];
}

struct work {
    float *x, *y;
    size_t n;
};
static void compute(void *at)
{
    work *w = (work *)at;
    for (size_t i = 0; i < w->n; i++)
        w->x[i] += w->y[i];
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;

    work w = {nullptr, nullptr, n};
    cudaMallocManaged(&w.x, n * 4);
    cudaMallocManaged(&w.y, n * 4);
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    carry<<<grid, 256, 0, s>>>(w.x, a, n);
    carry<<<grid, 256, 0, s>>>(w.y, b, n);
    cudaLaunchHostFunc(s, compute, &w);
    carry<<<grid, 256, 0, s>>>(c, w.x, n);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
    cudaFree(w.x);
    cudaFree(w.y);
}
