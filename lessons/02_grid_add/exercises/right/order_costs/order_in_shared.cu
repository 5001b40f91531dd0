/* A block for each customer keeps the order in shared memory, a piece at a time. */
#include "order_costs.h"

__global__ void add_up(int *costs, const int *orders, const int *prices, size_t items)
{
    __shared__ int order[SHOPS];
    const size_t customer = blockIdx.x;
    const unsigned shop = threadIdx.x;
    int sum = 0;
    for (size_t first = 0; first < items; first += SHOPS) {
        const size_t length = min((size_t)SHOPS, items - first);
        __syncthreads();
        if (shop < length)
            order[shop] = orders[customer * items + first + shop];
        __syncthreads();
        for (size_t k = 0; k < length; k++)
            sum += order[k] * prices[(first + k) * SHOPS + shop];
    }
    costs[customer * SHOPS + shop] = sum;
}

void order_costs(int *costs, const int *orders, const int *prices, size_t customers, size_t items)
{
    if (customers > 0)
        add_up<<<(unsigned)customers, SHOPS>>>(costs, orders, prices, items);
}
