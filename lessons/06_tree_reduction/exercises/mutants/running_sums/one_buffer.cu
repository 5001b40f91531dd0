/* says: steps-missing: each step reads what the one before has stored */
#include "running_sums.h"
__global__ void add_up(int *sums, const int *x, size_t n)
{
    __shared__ int part[2][256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    int from = 0;
    part[0][t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < 256; d <<= 1) {
        part[!from][t] = t < d ? part[from][t] : part[from][t] + part[from][t - d];
        __syncthreads();
        from = 1;
    }
    if (i < n)
        sums[i] = part[from][t];
}
void running_sums(int *sums, const int *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, n);
}
