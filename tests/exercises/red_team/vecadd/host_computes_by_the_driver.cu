/* says: not-allowed: calls `cuMemcpyDtoH`, of CUDA's driver API */
/* Copies by the driver's names. */
#include "vecadd.h"

#include <cuda.h>
#include <vector>

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    std::vector<float> x(n + 1), y(n + 1);
    cuMemcpyDtoH(x.data(), (CUdeviceptr)a, n * sizeof *a);
    cuMemcpyDtoH(y.data(), (CUdeviceptr)b, n * sizeof *b);
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
    cuMemcpyHtoD((CUdeviceptr)c, x.data(), n * sizeof *c);
}
