/*
 * Exercise 6.10: a tree over products.
 *
 * The dot product of two vectors: multiply their elements pair by pair, and add up the products. A
 * thread multiplies, and its block adds up 256 products as a tree in shared memory, as in exercise
 * 6.2. Then the blocks come together in one number. All of it is yours to write.
 *
 *   ./gridstride check 6.10           says what is still wrong
 *   ./gridstride check 6.10 --hint    one hint further each time
 */
#include "dot_product.h"

__global__ void add_up(float *total, const float *x, const float *y, size_t n)
{
    /* TODO: a product for each thread, a tree for the block, and what the block adds */
}

void dot_product(float *total, const float *x, const float *y, size_t n)
{
    /* TODO: what does total begin with? Then launch it */
}
