/* Exercise 2.4: what pick_strided is given, and what it must do. */
#ifndef PICK_STRIDED_H
#define PICK_STRIDED_H

#include <stddef.h>

/* out[i] = in[(i * stride) % n] for i = 0 ... n-1, of the true product, however large. Both arrays
 * lie on the device, n elements each; n may be 0. */
extern "C" void pick_strided(float *out, const float *in, size_t n, unsigned stride);

#endif
