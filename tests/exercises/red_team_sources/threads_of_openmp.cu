/* says: Line 4 */
/* A thread of the host that goes on while kernels run. */
#include "vecadd.h"
#pragma omp parallel
