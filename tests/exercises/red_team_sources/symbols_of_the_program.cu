/* says: <link.h> */
/* Looks for the addresses of the simulator. */
#include "vecadd.h"
#include <link.h>
