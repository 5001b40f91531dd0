// What the inspector's speed is measured by: blocks that add up 2^16 floats in shared memory, one
// barrier a level.
#include <cstdio>

__global__ void sum(const float *a, float *sums)
{
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

int main()
{
    const int n = 1 << 16;
    float *a, *sums;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&sums, n / 256 * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    sum<<<n / 256, 256>>>(a, sums);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(sums);
    return error == cudaSuccess ? 0 : 2;
}
