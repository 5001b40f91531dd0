/* says: no-tree: One thread of the block goes through 256 cells */
#include "exclusive_sums.h"

__global__ void add_up(int *sums, const int *x, size_t n)
{
    __shared__ int part[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (t == 0) {
        int before = 0;
        for (unsigned k = 0; k < 256; k++) {
            const int own = part[k]; /* here */
            part[k] = before;
            before += own;
        }
    }
    __syncthreads();
    if (i < n)
        sums[i] = part[t];
}

void exclusive_sums(int *sums, const int *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, n);
}
