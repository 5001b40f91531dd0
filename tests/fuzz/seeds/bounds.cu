#include <cuda_runtime.h>
__global__ void tree(const float *a, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i];
}
int main(void)
{
    float *a, *c;
    cudaMalloc(&a, 400);
    cudaMalloc(&c, 400);
    cudaMemset(a, 0, 400);
    tree<<<2, 64>>>(a, c, 100);
    cudaDeviceSynchronize();
}
