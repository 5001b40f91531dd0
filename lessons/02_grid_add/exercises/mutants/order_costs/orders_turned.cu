/* says: orders-turned: and not along a row */
#include "order_costs.h"

__global__ void add_up(int *costs, const int *orders, const int *prices, size_t customers,
                       size_t items)
{
    size_t c = (size_t)blockIdx.x * blockDim.y + threadIdx.y, s = threadIdx.x;
    if (c >= customers)
        return;
    int sum = 0;
    for (size_t k = 0; k < items; k++)
        sum += orders[k * customers + c] * prices[k * SHOPS + s];
    costs[c * SHOPS + s] = sum;
}

void order_costs(int *costs, const int *orders, const int *prices, size_t customers, size_t items)
{
    if (customers > 0)
        add_up<<<(unsigned)((customers + 7) / 8), dim3(SHOPS, 8)>>>(costs, orders, prices,
                                                                    customers, items);
}
