/* What kernels, CPU baselines and the reference of lesson 11 have to agree on. */
#ifndef GS_HISTOGRAM_H
#define GS_HISTOGRAM_H

#include <stddef.h>

/* Bin k counts the elements from k on that are below k + 1. What is below 0, or 256 and above, is
 * in no bin. */
enum { BINS = 256 };

/* Elements of the room for n: CUB wants a histogram for each of its blocks, which take far more
 * than 256 elements each, and of which no GPU holds thousands. */
static inline size_t room_elements(size_t n)
{
    const size_t most = 1 << 20, spare = 1 << 10;
    return (n < most ? n : most) + spare;
}

#endif
