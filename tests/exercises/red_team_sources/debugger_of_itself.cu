/* says: <sys/ptrace.h> */
/* Has itself traced. */
#include "vecadd.h"
#include <sys/ptrace.h>
