/* says: `simt_own_call` */
/* The instruction that changes the protection of pages. */
#include "vecadd.h"
extern "C" long simt_own_call(long, long, long, long, long);
