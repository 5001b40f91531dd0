/* Exercise 4.3: what zero_suppress is given, and what it must do. */
#ifndef ZERO_SUPPRESS_H
#define ZERO_SUPPRESS_H

#include <stddef.h>
#include <stdint.h>

/* out[i] = in[i] where in[i] is at least threshold away from 0, on either side, and else 0. in may
 * hold any int16_t, also -32768. threshold is greater than 0. The arrays lie on the device, n
 * elements each; n may be 0; in is only read. */
extern "C" void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n);

#endif
