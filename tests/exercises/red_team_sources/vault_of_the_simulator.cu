/* says: <simt/seal.h> */
/* A header of the simulator. */
#include "vecadd.h"
#include <simt/seal.h>
