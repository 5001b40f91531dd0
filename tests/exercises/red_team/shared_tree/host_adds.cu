/* says: host-work: copied to the host and computed */
/* The host does it, and a kernel of enough threads looks busy. */
#include "shared_tree.h"

#include <vector>

__global__ void look_busy(volatile float *total, const volatile float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        (void)x[i];
    if (i == 0)
        total[0] = total[0];
}

void shared_tree(float *total, const float *x, size_t n)
{
    std::vector<float> all(n);
    double sum = 0;
    cudaMemcpy(all.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        sum += all[i];
    float result = (float)sum;
    cudaMemcpy(total, &result, sizeof result, cudaMemcpyHostToDevice);
    look_busy<<<(unsigned)(n / 256 + 1), 256>>>(total, x, n);
}
