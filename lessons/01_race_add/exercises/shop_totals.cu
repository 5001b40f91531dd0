/*
 * Exercise 1.5: a sum for each shop.
 *
 * Sale i was made in shop shops[i], and brought amounts[i]. How much did each shop take? A thread
 * has one sale, and adds to the total of a shop; many sales are of the same shop. What do the
 * totals hold when the function is called, and what of a shop that sold nothing?
 *
 *   ./gridstride check 1.5           says what is still wrong
 *   ./gridstride check 1.5 --hint    one hint further each time
 */
#include "shop_totals.h"

__global__ void add_sales(int *totals, const int *shops, const int *amounts, size_t n)
{
    /* TODO: to which total does this thread add, and how? */
}

void shop_totals(int *totals, const int *shops, const int *amounts, size_t n, size_t count)
{
    /* TODO: set the totals, and launch a thread for each sale */
}
