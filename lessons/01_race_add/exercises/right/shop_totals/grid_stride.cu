/* A grid that strides, and a kernel that sets the zeros. */
#include "shop_totals.h"

__global__ void clear(int *totals, size_t count)
{
    for (size_t s = threadIdx.x; s < count; s += blockDim.x)
        totals[s] = 0;
}

__global__ void add_sales(int *totals, const int *shops, const int *amounts, size_t n)
{
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        atomicAdd(totals + shops[i], amounts[i]);
}

void shop_totals(int *totals, const int *shops, const int *amounts, size_t n, size_t count)
{
    clear<<<1, 64>>>(totals, count);
    add_sales<<<8, 128>>>(totals, shops, amounts, n);
}
