/* What kernels, CPU baselines and the reference of lesson 13 have to agree on. */
#ifndef GS_STREAMS_H
#define GS_STREAMS_H

#include <stddef.h>

/* An array of n elements is cut into so many slices. */
enum { SLICES = 64 };

/* Elements of a slice. The last slices have fewer, or none, where 64 does not divide n. */
static inline size_t slice_elements(size_t n)
{
    return n / SLICES + (n % SLICES != 0);
}

/* Where slice s begins; slice 64 would begin at the end. */
static inline size_t slice_begin(size_t n, size_t s)
{
    const size_t begin = s * slice_elements(n);
    return begin < n ? begin : n;
}

/* Elements of slice s. */
static inline size_t slice_count(size_t n, size_t s)
{
    return slice_begin(n, s + 1) - slice_begin(n, s);
}

#endif
