/* Exercise 3.8: what height_steps is given, and what it must do. */
#ifndef HEIGHT_STEPS_H
#define HEIGHT_STEPS_H

#include <stddef.h>

/* steps[i] = heights[i + 1] - heights[i], for i = 0 ... n-1. steps has n elements, heights has one
 * more, n + 1; both lie on the device. n may be 0. */
extern "C" void height_steps(int *steps, const int *heights, size_t n);

#endif
