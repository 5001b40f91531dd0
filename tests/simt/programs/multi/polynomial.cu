// One of two CUDA files: both have a static kernel, a constant, a variable and shared memory of the
// same names.
#include "polynomial.h"

#include <cuda_runtime.h>

__constant__ float coefficients[3];
__device__ int total;

static __global__ void kernel(float *y, const float *x, int n)
{
    __shared__ float cells[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cells[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    float v = cells[threadIdx.x];
    if (i < n) {
        total = i;
        y[i] = coefficients[0] + v * (coefficients[1] + v * coefficients[2]);
    }
}

extern "C" int polynomial_launch(float *y, const float *x, const float c[3], int n, int block)
{
    cudaError_t status = cudaMemcpyToSymbol(coefficients, c, 3 * sizeof(*c));
    if (status == cudaSuccess && n > 0) {
        kernel<<<(n + block - 1) / block, block>>>(y, x, n);
        status = cudaGetLastError();
    }
    return status;
}
