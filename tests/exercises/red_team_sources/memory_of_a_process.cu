/* says: <sys/uio.h> */
/* Writes to its own memory as to that of another process. */
#include "vecadd.h"
#include <sys/uio.h>
