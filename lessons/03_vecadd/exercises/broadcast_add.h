/* Exercise 3.3: what broadcast_add is given, and what it must do. */
#ifndef BROADCAST_ADD_H
#define BROADCAST_ADD_H

#include <stddef.h>
#include <stdint.h>

/* out[i] = a[i] + s for i = 0 ... n-1. The arrays lie on the device, n elements each; s is a number
 * of the host's. No sum overflows; n may be 0. */
extern "C" void broadcast_add(int64_t *out, const int64_t *a, int64_t s, size_t n);

#endif
