/* says: not-across-warps: The sums of the warps before are missing */
#include "exclusive_sums.h"

__global__ void add_up(int *sums, const int *x, size_t n)
{
    __shared__ int base[8];
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int own = i < n ? x[i] : 0;
    int sum = own;
#pragma unroll
    for (int d = 1; d < 32; d += d) {
        int up = __shfl_up_sync(~0u, sum, d);
        sum += lane < d ? 0 : up;
    }
    if (lane == 31)
        base[warp] = sum;
    __syncthreads();
    int w = lane < 8 ? base[lane] : 0;
    for (int d = 1; d < 8; d += d) {
        int up = __shfl_up_sync(~0u, w, d);
        w += lane < d ? 0 : up;
    }
    int before = __shfl_sync(~0u, w, warp == 0 ? 0 : warp - 1);
    if (i < n)
        sums[i] = sum - own;
}

void exclusive_sums(int *sums, const int *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, n);
}
