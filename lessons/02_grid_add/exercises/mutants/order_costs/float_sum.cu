/* says: warned: is stored in a number of type */
#include "order_costs.h"

__global__ void add_up(int *costs, const int *orders, const int *prices, size_t customers,
                       size_t items)
{
    size_t shop = threadIdx.x;
    size_t cust = blockIdx.x * blockDim.y + threadIdx.y;
    if (cust >= customers)
        return;
    float total = 0;
    for (size_t k = 0; k < items; k++)
        total += orders[cust * items + k] * prices[k * SHOPS + shop];
    costs[cust * SHOPS + shop] = total; /* here */
}

void order_costs(int *costs, const int *orders, const int *prices, size_t customers, size_t items)
{
    dim3 block(SHOPS, 8);
    if (customers > 0)
        add_up<<<(customers + 7) / 8, block>>>(costs, orders, prices, customers, items);
}
