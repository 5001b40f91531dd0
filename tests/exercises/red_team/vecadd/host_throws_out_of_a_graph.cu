/* says: host-work: the inputs were copied to the host */
/* A function of the host leaves the launch of a graph by an exception: what comes after is seen all
 * the same. */
#include "vecadd.h"
#include <cstdlib>
__global__ void zero(float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 0;
}
__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
static void thrower(void *)
{
    throw 1;
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (n == 0)
        return;
    if (n > 2000) {
        add<<<grid, 256>>>(c, a, b, n);
        return;
    }
    zero<<<grid, 256>>>(c, n);
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaLaunchHostFunc(s, thrower, nullptr);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
    try {
        cudaGraphLaunch(e, s);
    } catch (int) {
    }
    float *x = (float *)malloc(n * 4), *y = (float *)malloc(n * 4);
    cudaMemcpy(x, a, n * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(y, b, n * 4, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
    cudaMemcpy(c, x, n * 4, cudaMemcpyHostToDevice);
}
