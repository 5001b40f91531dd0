/* says: host-work: copied to the host and computed */
/* The host does it, in the order of a stream. */
#include "vecadd.h"
#include <vector>

struct sum {
    std::vector<float> x, y;
};

static void compute(void *data)
{
    sum *s = (sum *)data;
    for (size_t i = 0; i < s->x.size(); i++)
        s->x[i] += s->y[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    sum s = {std::vector<float>(n), std::vector<float>(n)};
    cudaMemcpy(s.x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(s.y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaLaunchHostFunc(0, compute, &s);
    cudaDeviceSynchronize();
    cudaMemcpy(c, s.x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
