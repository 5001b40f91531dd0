/* says: kernels-joined: leaves out as it was */
/* The first kernel does it all, and the second stores what it loads. */
#include "updated_rows.h"
__global__ void one(float *o, const float *x, size_t n, size_t rows, size_t row)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float t = 2 * x[row * n + i];
        o[row * n + i] = t * t;
    }
}
__global__ void two(float *o, size_t n, size_t row)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        volatile float *p = &o[row * n + i];
        *p = *p;
    }
}
void updated_rows(float *out, const float *x, size_t n, size_t rows)
{
    cudaGraph_t g;
    cudaGraphNode_t a, b;
    cudaGraphExec_t e;
    cudaStream_t s;
    if (n == 0)
        return;
    cudaStreamCreate(&s);
    size_t row = 0;
    void *pa[] = {&out, &x, &n, &rows, &row}, *pb[] = {&out, &n, &row};
    cudaKernelNodeParams p = {}, q = {};
    p.func = (void *)one;
    p.gridDim = q.gridDim = dim3((n + 255) / 256);
    p.blockDim = q.blockDim = dim3(256);
    p.kernelParams = pa;
    q.func = (void *)two;
    q.kernelParams = pb;
    cudaGraphCreate(&g, 0);
    cudaGraphAddKernelNode(&a, g, nullptr, 0, &p);
    cudaGraphAddKernelNode(&b, g, &a, 1, &q);
    cudaGraphInstantiate(&e, g, 0);
    for (; row < rows; row++) {
        cudaGraphExecKernelNodeSetParams(e, a, &p);
        cudaGraphExecKernelNodeSetParams(e, b, &q);
        cudaGraphLaunch(e, s);
    }
    cudaStreamSynchronize(s);
    cudaGraphExecDestroy(e);
    cudaGraphDestroy(g);
    cudaStreamDestroy(s);
}
