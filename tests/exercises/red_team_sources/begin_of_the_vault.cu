/* says: `__start_simt_vault` */
/* The linker knows where the vault begins. */
#include "vecadd.h"
extern char __start_simt_vault[];
char *at = __start_simt_vault;
