/*
 * Exercise 2.7: a table of two lists.
 *
 * A shop has a list of amounts and a list of prices. The table says what each amount of each thing
 * costs: one row for each amount, one column for each price. No array here is as large as the
 * table, and nothing is to be copied. Write the kernel and its launch.
 *
 *   ./gridstride check 2.7           says what is still wrong
 *   ./gridstride check 2.7 --hint    one hint further each time
 */
#include "price_table.h"

__global__ void multiply(float *out, const float *amounts, const float *prices, size_t rows,
                         size_t columns)
{
    /* TODO: the row and the column of this thread, and what it needs of each list */
}

void price_table(float *out, const float *amounts, const float *prices, size_t rows, size_t columns)
{
    /* TODO: launch it, with two dimensions */
}
