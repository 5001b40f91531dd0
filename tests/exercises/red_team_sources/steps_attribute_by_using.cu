/* says: the attribute `using` */
/* The same behind a list of its own. */
#include "vecadd.h"
[[using gnu: no_sanitize("coverage", "thread")]] __global__ void k(float *c);
