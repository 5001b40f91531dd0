/* says: no_sanitize */
/* The same by the name of the sanitizer. */
#include "vecadd.h"
__attribute__((__no_sanitize__("coverage"))) __global__ void k(float *c);
