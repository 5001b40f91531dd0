/* Exercise 2.9: what order_costs is given, and what it must do. */
#ifndef ORDER_COSTS_H
#define ORDER_COSTS_H

#include <stddef.h>

enum { SHOPS = 32 }; /* the rows of costs and prices have so many elements */

/* costs[c * SHOPS + s] = the sum of orders[c * items + k] * prices[k * SHOPS + s] over k = 0 ...
 * items-1: what customer c pays for the whole order in shop s. costs has `customers` rows of SHOPS
 * elements, orders has `customers` rows of `items` elements, prices has `items` rows of SHOPS
 * elements. All lie on the device, row by row. There may be no customers; without items a sum is 0.
 * No sum overflows. */
extern "C" void order_costs(int *costs, const int *orders, const int *prices, size_t customers,
                            size_t items);

#endif
