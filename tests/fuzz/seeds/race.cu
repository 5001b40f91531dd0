#include <cuda_runtime.h>
__global__ void tree(float *a)
{
    __shared__ float part[64];
    part[threadIdx.x] = a[threadIdx.x];
    for (int s = 32; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
    }
    if (threadIdx.x < 40)
        __syncthreads();
    a[0] += part[0];
}
int main(void)
{
    float *a;
    cudaMalloc(&a, 256);
    tree<<<2, 64>>>(a);
    cudaDeviceSynchronize();
}
