/* Exercise 3.4: what timed_add is given, and what it must do. */
#ifndef TIMED_ADD_H
#define TIMED_ADD_H

#include <stddef.h>

/* c[i] = a[i] + b[i] for i = 0 ... n-1, and *seconds = how long the device took for that. a, b and
 * c lie on the device, n elements each; *seconds is one number on the host. n may be 0: then
 * nothing is launched, and *seconds is about 0. */
extern "C" void timed_add(double *seconds, float *c, const float *a, const float *b, size_t n);

/* The host's clock: seconds since some moment in the past. */
extern "C" double now_s() __asm__("gs_now_s");

#endif
