/* says: <sys/mman.h> */
/* Changes the protection itself. */
#include "vecadd.h"
#include <sys/mman.h>
