/* Each block has one shop, looks at all sales, and adds up its own: no atomics on global memory. */
#include "shop_totals.h"

__global__ void add_sales(int *totals, const int *shops, const int *amounts, size_t n)
{
    __shared__ int total;
    const int shop = (int)blockIdx.x;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    int own = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        own += (shops[i] == shop) * amounts[i];
    atomicAdd(&total, own);
    __syncthreads();
    if (threadIdx.x == 0)
        totals[shop] = total;
}

void shop_totals(int *totals, const int *shops, const int *amounts, size_t n, size_t count)
{
    add_sales<<<(unsigned)count, 256>>>(totals, shops, amounts, n);
}
