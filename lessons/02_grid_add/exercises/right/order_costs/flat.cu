/* One dimension: the number of the element gives the customer and the shop. */
#include "order_costs.h"

__global__ void add_up(int *costs, const int *orders, const int *prices, size_t count, size_t items)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const int *order = orders + i / SHOPS * items, *price = prices + i % SHOPS;
    int sum = 0;
    for (const int *end = order + items; order < end; order++, price += SHOPS)
        sum += *order * *price;
    costs[i] = sum;
}

void order_costs(int *costs, const int *orders, const int *prices, size_t customers, size_t items)
{
    const size_t count = customers * SHOPS;
    if (count > 0)
        add_up<<<(unsigned)((count + 127) / 128), 128>>>(costs, orders, prices, count, items);
}
