/* says: no_sanitize_coverage */
/* The same as C++ writes it. */
#include "vecadd.h"
[[gnu::no_sanitize_coverage]] __global__ void k(float *c);
