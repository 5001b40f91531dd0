/* says: <sys/mman.h> */
/* The same where it is there. */
#include "vecadd.h"
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif
