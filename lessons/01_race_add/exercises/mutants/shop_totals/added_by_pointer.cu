/* says: race: so one update was lost */
#include "shop_totals.h"

__global__ void sumup(int *tot, const int *shop, const int *amt, size_t n)
{
    auto i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *where = tot + shop[i];
    *where = *where + amt[i]; /* here */
}

void shop_totals(int *totals, const int *shops, const int *amounts, size_t n, size_t count)
{
    cudaMemsetAsync(totals, 0, count * sizeof *totals, 0);
    const dim3 block(192);
    const dim3 grid((n + block.x - 1) / block.x);
    if (grid.x)
        sumup<<<grid, block>>>(totals, shops, amounts, n);
}
