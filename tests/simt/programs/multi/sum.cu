// The other CUDA file; see polynomial.cu.
#include "polynomial.h"

#include <cuda_runtime.h>

__constant__ double coefficients = 2;
__device__ double total;

static __global__ void kernel(const float *x, int n)
{
    __shared__ double cells[128];
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        sum += x[i];
    }
    cells[threadIdx.x] = sum * coefficients;
    __syncthreads();
    for (unsigned width = 64; width > 0; width /= 2) {
        if (threadIdx.x < width) {
            cells[threadIdx.x] += cells[threadIdx.x + width];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(&total, cells[0]);
    }
}

extern "C" int sum_launch(double *sum, const float *x, int n)
{
    double zero = 0;
    cudaError_t status = cudaMemcpyToSymbol(total, &zero, sizeof(zero));
    if (status == cudaSuccess) {
        kernel<<<5, 128>>>(x, n);
        status = cudaMemcpyFromSymbol(sum, total, sizeof(*sum));
    }
    *sum /= 2;
    return status != cudaSuccess ? status : cudaGetLastError();
}
