/* says: race: Set the element before the launch */
#include "shop_totals.h"
__global__ void add_sales(int *totals, const int *shops, const int *amounts, size_t n, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        totals[i] = 0; /* here */
    __syncthreads();
    if (i < n)
        atomicAdd(&totals[shops[i]], amounts[i]);
}
void shop_totals(int *totals, const int *shops, const int *amounts, size_t n, size_t count)
{
    size_t m = n > count ? n : count;
    add_sales<<<(unsigned)((m + 255) / 256), 256>>>(totals, shops, amounts, n, count);
}
