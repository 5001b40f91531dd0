/* says: assembly */
/* The pointer to the stack as a variable. */
#include "vecadd.h"
register unsigned long stack __asm__("rsp");
