/* Exercise 4.4: what smooth_step is given, and what it must do. */
#ifndef SMOOTH_STEP_H
#define SMOOTH_STEP_H

#include <stddef.h>

/* out[i] = t * t * (3 - 2 * t), for i = 0 ... n-1, where t = (x[i] - low) / (high - low), but at
 * least 0 and at most 1. low is less than high. The arrays lie on the device, n elements each; n
 * may be 0. */
extern "C" void smooth_step(float *out, const float *x, float low, float high, size_t n);

#endif
