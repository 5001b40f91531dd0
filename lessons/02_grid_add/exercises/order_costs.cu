/*
 * Exercise 2.9: a product of two matrices.
 *
 * Each customer has an order: so many of each item. Each shop has a price for each item. What does
 * each order cost in each shop? That is a product of two matrices: element (c, s) goes along row c
 * of the orders and down column s of the prices. Let a thread compute one element, and let
 * neighbouring threads have neighbouring shops. There are 32 shops.
 *
 *   ./gridstride check 2.9           says what is still wrong
 *   ./gridstride check 2.9 --hint    one hint further each time
 */
#include "order_costs.h"

__global__ void add_up(int *costs, const int *orders, const int *prices, size_t customers,
                       size_t items)
{
    /* TODO: the customer and the shop of this thread, and a loop over the items */
}

void order_costs(int *costs, const int *orders, const int *prices, size_t customers, size_t items)
{
    /* TODO: launch it */
}
