/* says: race: 9 for both of them, by `blockIdx.x + threadIdx.y` */
#include "order_costs.h"

__global__ void add_up(int *costs, const int *orders, const int *prices, size_t customers,
                       size_t items)
{
    size_t s = threadIdx.x;
    size_t c = blockIdx.x + threadIdx.y; /* here */
    if (c >= customers)
        return;
    int sum = 0;
    for (size_t k = 0; k < items; k++)
        sum += orders[c * items + k] * prices[k * SHOPS + s];
    costs[c * SHOPS + s] = sum;
}

void order_costs(int *costs, const int *orders, const int *prices, size_t customers, size_t items)
{
    if (customers > 0)
        add_up<<<(customers + 7) / 8, dim3(32, 8)>>>(costs, orders, prices, customers, items);
}
