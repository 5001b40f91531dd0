/* says: host-work: copied to the host and computed */
/* The host does it. */
#include "vecadd.h"
#include <vector>

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    std::vector<float> x(n), y(n);
    cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
    cudaMemcpy(c, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
