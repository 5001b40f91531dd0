/* says: timed-too-much: allocates memory between the two times */
#include "timed_add.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void timed_add(double *seconds, float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    float *sum;
    double start_s = now_s();
    cudaMalloc(&sum, (n + 1) * sizeof(float)); /* here */
    if (grid > 0)
        add<<<grid, block>>>(sum, a, b, n);
    cudaMemcpy(c, sum, n * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();
    double stop_s = now_s();
    *seconds = stop_s - start_s;
    cudaFree(sum);
}
