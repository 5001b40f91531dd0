/* says: host-work: copied to the host and computed */
/* The host does it, and a kernel of the right shape looks busy. */
#include "scale_array.h"

#include <vector>

__global__ void look_busy(volatile float *a, size_t n)
{
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        a[i] = a[i];
}

void scale_array(float *a, float factor, size_t n)
{
    std::vector<float> all(n);
    cudaMemcpy(all.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        all[i] *= factor;
    cudaMemcpy(a, all.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    look_busy<<<8, 128>>>(a, n);
}
