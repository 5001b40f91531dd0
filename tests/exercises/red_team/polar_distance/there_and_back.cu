/* says: needless-copy: brought back as it was */
/* The host computes nothing, and all data pass by it. */
#include "polar_distance.h"
#include <vector>

__global__ void distances(float *d, const float *rho1, const float *theta1, const float *rho2,
                          const float *theta2, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float dx = rho1[i] * cosf(theta1[i]) - rho2[i] * cosf(theta2[i]);
        float dy = rho1[i] * sinf(theta1[i]) - rho2[i] * sinf(theta2[i]);
        d[i] = sqrtf(dx * dx + dy * dy);
    }
}

void polar_distance(float *d, const float *rho1, const float *theta1, const float *rho2,
                    const float *theta2, size_t n)
{
    std::vector<float> x(n);
    float *mine;
    if (n == 0)
        return;
    cudaMalloc(&mine, n * sizeof(float));
    cudaMemcpy(x.data(), rho1, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(mine, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    distances<<<(unsigned)((n + 255) / 256), 256>>>(d, mine, theta1, rho2, theta2, n);
    cudaFree(mine);
}
