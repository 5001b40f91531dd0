/* Exercise 14.2: what all_reduce is given, and what it must do. */
#ifndef ALL_REDUCE_H
#define ALL_REDUCE_H

#include <stddef.h>

/* first_sum[i] = second_sum[i] = first[i] + second[i] for i = 0 ... n-1. first and first_sum lie on
 * device 0, second and second_sum on device 1; what the sums hold before the call is junk. Each
 * device adds up about half of the sums, in one launch. Device 0 is chosen when the function is
 * called. It need not wait for its work; n may be 0, and odd. */
extern "C" void all_reduce(float *first_sum, float *second_sum, const float *first,
                           const float *second, size_t n);

#endif
