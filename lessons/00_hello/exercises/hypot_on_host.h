/* Exercise 0.1: what hypot_on_host is given, and what it must do. */
#ifndef HYPOT_ON_HOST_H
#define HYPOT_ON_HOST_H

#include <stddef.h>

/* c[i] = the root of a[i]^2 + b[i]^2, for i = 0 ... n-1. All three arrays lie on the host, n
 * elements each; n may be 0. Numbers may have a sign, be 0, and be as large as 1e300 or as small as
 * 1e-300: then their squares are no numbers of double. */
extern "C" void hypot_on_host(double *c, const double *a, const double *b, size_t n);

#endif
