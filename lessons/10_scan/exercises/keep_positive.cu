/*
 * Exercise 10.2: keep some elements, in their order.
 *
 * Each thread has one element. If it is above 0, it goes to out; but where? To the place that is
 * the number of elements kept before it. With 1 for each element that is kept, and 0 for the
 * others, that is an exclusive sum. Within a warp a vote makes it short: __ballot_sync() gives all
 * lanes the bits of all lanes, and __popc() counts bits. Then the counts of the warps meet in
 * shared memory, as in exercise 10.1. Each piece of 256 elements stays by itself.
 *
 *   ./gridstride check 10.2          says what is still wrong
 *   ./gridstride check 10.2 --hint   one hint further each time
 */
#include "keep_positive.h"

__global__ void keep(int *out, int *counts, const int *in, size_t n)
{
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const bool kept = i < n && in[i] > 0;
    /* TODO: how many are kept before this one? How many in all? */
    if (kept)
        out[i] = in[i];
}

void keep_positive(int *out, int *counts, const int *in, size_t n)
{
    if (n > 0)
        keep<<<(unsigned)((n + 255) / 256), 256>>>(out, counts, in, n);
}
