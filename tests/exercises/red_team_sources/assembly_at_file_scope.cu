/* says: assembly */
/* A function without a step. */
#include "vecadd.h"
__asm__(".globl quick\nquick: ret\n");
