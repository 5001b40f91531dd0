/* says: missing-level: a step of the warp is missing */
#include "exclusive_sums.h"

__global__ void add_up(int *sums, const int *x, size_t n)
{
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int own = i < n ? x[i] : 0;
    __shared__ int totals[8];
    int up = own;
    for (unsigned step = 1; step <= 8; step *= 2) {
        const int before = __shfl_up_sync(0xffffffff, up, step);
        up += lane >= step ? before : 0;
    }
    if (lane == 31)
        totals[warp] = up;
    __syncthreads();
    int before = up - own;
    for (unsigned w = 0; w < warp; w++)
        before += totals[w];
    if (i < n)
        sums[i] = before;
}

void exclusive_sums(int *sums, const int *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, n);
}
