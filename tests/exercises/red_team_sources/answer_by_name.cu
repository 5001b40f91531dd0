/* says: `gs_entry` */
/* A name of the harness. */
#include "vecadd.h"
extern "C" void gs_entry();
