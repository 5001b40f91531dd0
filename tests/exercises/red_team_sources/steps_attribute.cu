/* says: no_sanitize_coverage */
/* A kernel without steps. */
#include "vecadd.h"
__attribute__((no_sanitize_coverage)) __global__ void k(float *c);
