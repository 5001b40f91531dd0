/* Exercise 13.2: what event_between is given, and what it must do. */
#ifndef EVENT_BETWEEN_H
#define EVENT_BETWEEN_H

#include <stddef.h>

/* doubled[i] = 2 * x[i], squared[i] = x[i] * x[i], and out[i] = doubled[i] + squared[i] for i = 0
 * ... n-1, by three kernels in two streams, none of them the default stream. The first two do not
 * wait for each other, and the third waits for both, without the host. When the function returns,
 * all is complete, and the streams are destroyed. All arrays lie on the device; n may be 0. */
extern "C" void event_between(float *out, float *doubled, float *squared, const float *x, size_t n);

#endif
