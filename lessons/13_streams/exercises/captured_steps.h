/* Exercise 13.3: what captured_steps is given, and what it must do. */
#ifndef CAPTURED_STEPS_H
#define CAPTURED_STEPS_H

#include <stddef.h>

/* In each of `steps` steps, which are at least 1: a[i] is halved, then i % 8 is added, then it
 * becomes 1 / (1 + a[i]), for i = 0 ... n-1, by three kernels. They are captured into one graph,
 * which is instantiated once and launched once for each step. When the function returns, a is
 * complete. a lies on the device; n may be 0. */
extern "C" void captured_steps(float *a, size_t n, size_t steps);

#endif
