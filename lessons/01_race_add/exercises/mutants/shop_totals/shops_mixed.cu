/* says: shops-mixed: in whichever shop */
#include "shop_totals.h"

__global__ void add_sales(int *totals, const int *shops, const int *amounts, size_t n)
{
    __shared__ int sum[256];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned t = threadIdx.x;
    sum[t] = i < n ? amounts[i] : 0;
    __syncthreads();
    for (unsigned s = 128; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(&totals[shops[i]], sum[0]);
}

void shop_totals(int *totals, const int *shops, const int *amounts, size_t n, size_t count)
{
    cudaMemset(totals, 0, count * sizeof *totals);
    if (n > 0)
        add_sales<<<(unsigned)((n + 255) / 256), 256>>>(totals, shops, amounts, n);
}
