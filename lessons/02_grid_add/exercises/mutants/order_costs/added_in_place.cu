/* says: added-to-junk: in a variable of the thread */
#include "order_costs.h"

__global__ void add_up(int *costs, const int *orders, const int *prices, size_t customers,
                       size_t items)
{
    size_t c = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t s = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (c < customers && s < SHOPS)
        for (size_t k = 0; k < items; k++)
            costs[c * SHOPS + s] += orders[c * items + k] * prices[k * SHOPS + s]; /* here */
}

void order_costs(int *costs, const int *orders, const int *prices, size_t customers, size_t items)
{
    dim3 block(32, 8);
    dim3 grid(1, (customers + 7) / 8);
    if (customers > 0)
        add_up<<<grid, block>>>(costs, orders, prices, customers, items);
}
