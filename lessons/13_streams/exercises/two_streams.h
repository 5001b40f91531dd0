/* Exercise 13.1: what two_streams is given, and what it must do. */
#ifndef TWO_STREAMS_H
#define TWO_STREAMS_H

#include <stddef.h>

/* doubled[i] = 2 * x[i] and squared[i] = x[i] * x[i] for i = 0 ... n-1, by a kernel each, in a
 * stream each, none of them the default stream. Neither kernel waits for the other. When the
 * function returns, both arrays are complete, and the streams are destroyed. All arrays lie on the
 * device; n may be 0. */
extern "C" void two_streams(float *doubled, float *squared, const float *x, size_t n);

#endif
