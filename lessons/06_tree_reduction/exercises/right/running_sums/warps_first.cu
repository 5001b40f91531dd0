/* Each warp by shuffles; then each warp adds what the warps before it have. */
#include "running_sums.h"

static __device__ int warp_sums(int x, unsigned lane)
{
    for (unsigned step = 1; step < 32; step *= 2) {
        const int before = __shfl_up_sync(0xffffffff, x, step);
        x += lane >= step ? before : 0;
    }
    return x;
}

__global__ void add_up(int *sums, const int *x, size_t n)
{
    __shared__ int totals[8];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    int own = warp_sums(i < n ? x[i] : 0, lane);
    if (lane == 31)
        totals[warp] = own;
    __syncthreads();
    for (unsigned w = 0; w < warp; w++)
        own += totals[w];
    if (i < n)
        sums[i] = own;
}

void running_sums(int *sums, const int *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, n);
}
