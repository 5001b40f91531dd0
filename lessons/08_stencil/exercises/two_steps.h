/* Exercise 8.4: what two_steps is given, and what it must do. */
#ifndef TWO_STEPS_H
#define TWO_STEPS_H

#include <stddef.h>

/*
 * Two time steps of a rod of n elements. In each step
 *
 *     new[i] = old[i - 1] / 4 + old[i] / 2 + old[i + 1] / 4
 *
 * and before the first element and behind the last one it is 0, in both steps. `in` holds the
 * temperatures before the first step, `out` gets those after the second. Both lie on the device; n
 * may be 0. One launch, and each block loads each element that it needs once.
 */
extern "C" void two_steps(float *out, const float *in, size_t n);

#endif
