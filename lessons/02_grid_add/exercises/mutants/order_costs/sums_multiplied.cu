/* says: sums-multiplied: the sum of the orders times */
#include "order_costs.h"

__global__ void add_up(int *costs, const int *orders, const int *prices, size_t customers,
                       size_t items)
{
    size_t c = (size_t)blockIdx.x * blockDim.y + threadIdx.y, s = threadIdx.x;
    if (c >= customers)
        return;
    int o = 0, p = 0;
    for (size_t k = 0; k < items; k++) {
        o += orders[c * items + k];
        p += prices[k * SHOPS + s];
    }
    costs[c * SHOPS + s] = o * p;
}

void order_costs(int *costs, const int *orders, const int *prices, size_t customers, size_t items)
{
    if (customers > 0)
        add_up<<<(unsigned)((customers + 7) / 8), dim3(SHOPS, 8)>>>(costs, orders, prices,
                                                                    customers, items);
}
